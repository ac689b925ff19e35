---@meta
--- Made of src/nvim/lua.ts and src/host/lua-door/events.ts, with what they name, by scripts/generate-lua.mjs: do not
--- change it here.

---@class acp.AgentEntry
---@field cwd? string
---@field title? string
---@field editor_tools? acp.ToolsOption
---@field command? string
---@field args? string[]
---@field env? table<string, string>

---@class acp.AgentExit How a process ended: at most one of the two.
---@field agent string
---@field code? integer
---@field signal? string

---@alias acp.AnsweredBy 'cancelled'|'hook'|'rule'|'user' Nobody: the question was cancelled with its turn, or withdrawn by the agent.

---@alias acp.AnyToolCall acp.ToolCall.Bash|acp.ToolCall.Read|acp.ToolCall.Write|acp.ToolCall.Edit|acp.ToolCall.Glob|acp.ToolCall.Grep|acp.ToolCall.WebFetch|acp.ToolCall.WebSearch|acp.ToolCall.Task|acp.ToolCall.TodoWrite|acp.DynamicToolCall

---@class acp.ApplyOptions
---@field fileformat? 'dos'|'mac'|'unix'
---@field endofline? boolean
---@field bomb? boolean
---@field fileencoding? string
---@field save boolean Save after applying, as `:silent keepalt write!` would, unless others have changed the file under unsaved text.
---@field draft? acp.SaveDraft Where a save may put what it makes; absent: Neovim writes the file by its path.
---@field path? string Where the buffer's name must lead: nothing is written elsewhere.
---@field staged? integer The lines of the hunks were sent ahead, under this id of `buf.stage`.
---@field over? string The only state of the file that may be saved over: in any other one the answer is `moved`.
---@field writableOnly? boolean Leave a file alone that may not be written, as `:write!` would not.
---@field adopt? boolean The text is what the file now holds: the buffer ends unmodified, and Neovim does not ask about the changed file. As in Neovim's own reloading, 'readonly' and 'nomodifiable' are no obstacle.
---@field merge? boolean The text is what the file now holds, and the user's unsaved changes besides: the buffer stays modified, and Neovim does not ask when it is written. 'readonly' and 'nomodifiable' are no obstacle.
---@field conflicts? { owner: string, regions: acp.ConflictRegion[] } All open conflicts of this owner's text with the user's; absent: those known stay.

---@alias acp.ApplyResult { ok: true, changedtick: integer, saved: boolean, problem?: string, spoilt?: boolean, fresh: integer }|{ ok: false, why: 'error'|'moved'|'nomodifiable'|'pending'|'readonly'|'unloaded', text: string }

---@class acp.ApprovalSnapshot
---@field options acp.OptionSnapshot[]
---@field id string Of the request, for `respond()`.
---@field approved? boolean Absent until there is an answer, and when nobody has chosen an option.
---@field optionId? string
---@field optionName? string
---@field by? acp.AnsweredBy
---@field rule? string The rule that has answered, as text.
---@field reason? string Why: of the user, of the rule, of the user's function.

---@class acp.Attach Sent once after the host has started, before anything else.
---@field config acp.HostConfig
---@field root string Absolute folder of the plugin.
---@field log_dir string `stdpath('log')`.
---@field state_dir string Where the host keeps what outlives it.
---@field run_dir string `stdpath('run')`.
---@field editor_tools? acp.KeptTools What a host that died has left to the next one.
---@field follow? acp.FollowState How follow mode was in a host that died; absent: as configured.

---@class acp.AwayFooters The footer of a docked surface while the user is elsewhere: it says how to get there.
---@field byFiletype table<string, acp.Footers>
---@field elsewhere acp.Footers
---@field cmdwin acp.Footers In the command-line window, from which no other window can be entered.
---@field fromCmdwin string What is said to a user who wants to go there from the command-line window.

---@class acp.Bar Between transcript and prompt of its chat, in full width and without a frame, as long as the chat is shown. It never takes the focus by itself.
---@field kind 'bar'

---@class acp.BufferInfo State of one buffer, as far as reading and writing its text exactly needs it.
---@field bufnr integer
---@field changedtick integer
---@field lines integer 0 for the empty text, though Neovim shows one empty line then.
---@field bytes integer
---@field modified boolean
---@field fileformat 'dos'|'mac'|'unix'
---@field endofline boolean
---@field bomb boolean
---@field binary? boolean See `TextFormat`.
---@field fileencoding string
---@field readonly boolean
---@field modifiable boolean
---@field buftype string
---@field pending boolean The user is in the middle of a command: no text may be changed.

---@class acp.BufferPlace Lines of a buffer, counted from 1; absent when all of it is meant.
---@field bufnr integer
---@field path? string
---@field first? integer
---@field last? integer

---@class acp.BufferState
---@field path string Where the name of its file leads.
---@field changedtick integer
---@field version? integer Of the text that servers were sent last.

---@class acp.BufferText The text of lines of a buffer.
---@field text string
---@field modified boolean

---@class acp.Center In the middle of the editor, above or below others; it takes the focus.
---@field kind 'center'
---@field zindex integer While the window has the focus; without it the window goes behind the agents' questions.
---@field zindexBehind? integer
---@field minWidth integer Text cells; the editor's size is the limit.

---@class acp.ChangedPrompt
---@field view integer
---@field bufnr integer
---@field changedtick integer
---@field text string
---@field anchors any[]
---@field cursor? integer The byte at which the user types; absent: they do not.

---@class acp.ChangesTarget What a turn of the session has changed, in all files or in one.
---@field kind 'changes'
---@field turn integer
---@field path? string

---@class acp.ChatStatus What the editor knows of a chat, with what its frame says.
---@field session? { agent: string, id: string, title?: string, lasting: boolean }
---@field frame acp.FrameTexts
---@field title? string
---@field agent string Title of the agent, e.g. "Gemini CLI".
---@field phase 'cancelling'|'failed'|'installing'|'ready'|'running'|'starting'|'stopped'
---@field detail? string One short line on what goes on: "starting gemini (12 s)".

---@class acp.Choice Shown below the text, whatever part of that is visible; chosen by its key or by a click.
---@field inline? true It stands in the text itself; these come behind the others.
---@field lhs string
---@field label string
---@field id? string What other programs call it.
---@field group? 'allow'|'always'|'reject' What it means, where it allows or refuses something: it looks like that, and refusals are set apart.
---@field action string
---@field guarded? true An answer to something: typed before it could be read it does not count.
---@field readFirst? true A yes to all of the text: as long as some of it was not on the screen, it scrolls on instead.

---@class acp.CodeWindow The window that the user works on files in.
---@field bufnr integer
---@field cursor acp.EditorPosition
---@field first_line integer
---@field last_line integer
---@field selection? acp.EditorSelection

---@class acp.Command
---@field args string How the manual writes the arguments: `{needed}`, `[optional]`.
---@field desc string
---@field any? true Any text, not only as many words as `args` has.
---@field range? true It is about lines: those of the range, or that of the cursor.
---@field only? 'agents'|'installable'|string[] The only words that the argument may be: these, or the agents that can be started or installed.
---@field complete? 'checkpoint'|'config'|'context'|'file'|'login'|'mode'|'model' What else is offered: what the session of the chat can do, files, what the folder can be brought back to, or paths of what is added.
---@field event? 'ask'|'ask_cancel'|'attach'|'buffers_changed'|'cancel'|'checkpoints'|'close'|'configure'|'conflict_choice'|'delete_session'|'file_changed'|'file_saved'|'follow'|'follow_back'|'follow_paused'|'fork_session'|'install'|'keys_help'|'list_sessions'|'load_session'|'login'|'logout'|'open'|'plan'|'project_rules'|'prompt'|'prompt_changed'|'proposal_accepted'|'proposal_left'|'proposal_text'|'queue'|'queue_resume'|'registered_tools'|'renderers'|'resize'|'respond'|'restart'|'restore'|'review'|'review_act'|'review_comment'|'review_comments'|'review_comments_left'|'review_compare'|'review_compare_closed'|'review_decide'|'review_edited'|'review_go'|'review_loaded'|'review_quickfix'|'rules'|'set_config'|'set_mode'|'set_model'|'stop'|'suggest_context'|'surface_action'|'surface_closed'|'surface_cursor'|'surface_resized'|'terminal_ended'|'tools'|'transcript_shown'|'ui_answer' What the host is sent: about the chat, which is opened when it is not; about the sessions of the folder; or as it is.
---@field about? 'chat'|'folder'
---@field fields? string[] The fields that the arguments become; the last one takes all that is left.

---@class acp.CommandOutput
---@field output? string
---@field problem? string Why there is none.
---@field files table<string, string> The absolute names of files that lines of the output are about, by what such a line begins with.

---@class acp.ComparedFile A file beside what it holds when all pending changes are undone.
---@field id integer
---@field path string
---@field lines string[]
---@field isThere boolean False: it was deleted, and there is nothing to compare with.

---@class acp.Completions What the editor completes at once, without asking.
---@field mode string[]
---@field model string[]
---@field config { id: string, values: string[] }[]
---@field login string[] Ids of the ways to sign in.
---@field commands acp.OfferedCommand[]

---@class acp.ConflictRegion A place where the buffer holds the user's text and an agent wants another.
---@field id integer
---@field row integer The user's lines, in the text after the hunks.
---@field count integer
---@field theirs string[] The agent's lines, as they will be inserted.
---@field shown string[] The first of them, safe to show.
---@field endofline? boolean At the end of the text: whether it ends with a line ending when theirs is chosen.

---@class acp.ContextQuery
---@field view integer
---@field query string
---@field whole? boolean
---@field cb? integer Gets the suggestions.

---@class acp.Corner In a corner of the window in which the user works on files, without a frame. It never takes the focus, does not cover the cursor's line, and goes with that window.
---@field kind 'corner'
---@field zindex integer

---@class acp.DiagnosticActivity What servers do with a buffer.
---@field busy boolean One of them is being started, or says that it is working.
---@field servers string[] The names of all.
---@field pulls acp.LanguageClient[] Those that answer when they are asked for diagnostics.
---@field since_sent integer Milliseconds since they were sent the text as it is now.
---@field since_published integer Milliseconds since diagnostics of the buffer were reported.

---@class acp.DiffLayout Where things stand in the lines of a hunk. Columns are UTF-8 bytes.
---@field path string Names the language of the code.
---@field sign integer Here `+`, `-` or a blank; numbers are in front of it.
---@field column integer Here the code begins.

---@class acp.DiffTarget A line of what a tool call has changed; where it is by now is found out when it is opened.
---@field kind 'diff'
---@field turn integer
---@field toolCallId string
---@field path string Absolute.
---@field row integer 0-based, in the text after the change; where the agent has told that: in this piece of it, which may be all.
---@field piece? string

---@class acp.Dock At the end of the transcript, else at the lower right of the editor. It never takes the focus by itself. Of all that is docked one is seen; the user goes from one to the next.
---@field kind 'dock'
---@field zindex integer
---@field minWidth integer
---@field groups { border: 'AcpChip'|'AcpDiffAdd'|'AcpDiffAddWord'|'AcpDiffDelete'|'AcpDiffDeleteWord'|'AcpDiffHeader'|'AcpFollowPaused'|'AcpFooter'|'AcpKey'|'AcpMuted'|'AcpNoticeError'|'AcpNoticeInfo'|'AcpNoticeWarn'|'AcpOutput'|'AcpPath'|'AcpPermissionAllow'|'AcpPermissionAlways'|'AcpPermissionBorder'|'AcpPermissionKey'|'AcpPermissionOption'|'AcpPermissionReject'|'AcpPermissionTitle'|'AcpPlaceholder'|'AcpPlanActive'|'AcpPlanDone'|'AcpPlanPending'|'AcpReviewComment'|'AcpStateBusy'|'AcpStateFailed'|'AcpStateIdle'|'AcpStateWaiting'|'AcpTerminalBlue'|'AcpTerminalBold'|'AcpTerminalCyan'|'AcpTerminalGreen'|'AcpTerminalGrey'|'AcpTerminalItalic'|'AcpTerminalMagenta'|'AcpTerminalRed'|'AcpTerminalStruck'|'AcpTerminalUnderline'|'AcpTerminalYellow'|'AcpThought'|'AcpTitle'|'AcpToolDenied'|'AcpToolDone'|'AcpToolFailed'|'AcpToolKind'|'AcpToolPending'|'AcpToolRunning'|'AcpToolTitle'|'AcpUser', choice: 'AcpChip'|'AcpDiffAdd'|'AcpDiffAddWord'|'AcpDiffDelete'|'AcpDiffDeleteWord'|'AcpDiffHeader'|'AcpFollowPaused'|'AcpFooter'|'AcpKey'|'AcpMuted'|'AcpNoticeError'|'AcpNoticeInfo'|'AcpNoticeWarn'|'AcpOutput'|'AcpPath'|'AcpPermissionAllow'|'AcpPermissionAlways'|'AcpPermissionBorder'|'AcpPermissionKey'|'AcpPermissionOption'|'AcpPermissionReject'|'AcpPermissionTitle'|'AcpPlaceholder'|'AcpPlanActive'|'AcpPlanDone'|'AcpPlanPending'|'AcpReviewComment'|'AcpStateBusy'|'AcpStateFailed'|'AcpStateIdle'|'AcpStateWaiting'|'AcpTerminalBlue'|'AcpTerminalBold'|'AcpTerminalCyan'|'AcpTerminalGreen'|'AcpTerminalGrey'|'AcpTerminalItalic'|'AcpTerminalMagenta'|'AcpTerminalRed'|'AcpTerminalStruck'|'AcpTerminalUnderline'|'AcpTerminalYellow'|'AcpThought'|'AcpTitle'|'AcpToolDenied'|'AcpToolDone'|'AcpToolFailed'|'AcpToolKind'|'AcpToolPending'|'AcpToolRunning'|'AcpToolTitle'|'AcpUser', key: 'AcpChip'|'AcpDiffAdd'|'AcpDiffAddWord'|'AcpDiffDelete'|'AcpDiffDeleteWord'|'AcpDiffHeader'|'AcpFollowPaused'|'AcpFooter'|'AcpKey'|'AcpMuted'|'AcpNoticeError'|'AcpNoticeInfo'|'AcpNoticeWarn'|'AcpOutput'|'AcpPath'|'AcpPermissionAllow'|'AcpPermissionAlways'|'AcpPermissionBorder'|'AcpPermissionKey'|'AcpPermissionOption'|'AcpPermissionReject'|'AcpPermissionTitle'|'AcpPlaceholder'|'AcpPlanActive'|'AcpPlanDone'|'AcpPlanPending'|'AcpReviewComment'|'AcpStateBusy'|'AcpStateFailed'|'AcpStateIdle'|'AcpStateWaiting'|'AcpTerminalBlue'|'AcpTerminalBold'|'AcpTerminalCyan'|'AcpTerminalGreen'|'AcpTerminalGrey'|'AcpTerminalItalic'|'AcpTerminalMagenta'|'AcpTerminalRed'|'AcpTerminalStruck'|'AcpTerminalUnderline'|'AcpTerminalYellow'|'AcpThought'|'AcpTitle'|'AcpToolDenied'|'AcpToolDone'|'AcpToolFailed'|'AcpToolKind'|'AcpToolPending'|'AcpToolRunning'|'AcpToolTitle'|'AcpUser' } How the frame, and the keys and names of choices look.

---@alias acp.DrawAnswer 'later'|false|table<string, any> Not checked yet. False: none of them draws it.

---@class acp.DrawRequest
---@field card string Names the card in this editor.
---@field shown? { bufnr: integer, key: string } Where it is shown: its range in that buffer.
---@field session string
---@field cwd string
---@field turn integer
---@field index integer Its place in the transcript, counted from 1.
---@field width integer
---@field part acp.RenderedPart
---@field item table<string, any>
---@field candidates integer[] Ids of renderers, the first to be tried first.
---@field builtIn acp.PlainDrawing

---@class acp.DynamicToolCall: acp.ToolCallChange A call of a tool of which nothing is known beforehand.
---@field dynamic true
---@field input? unknown
---@field output? unknown

---@class acp.EditorPosition
---@field line integer
---@field column integer

---@class acp.EditorSelection
---@field kind 'block'|'characters'|'lines'
---@field active boolean False: it was selected last.
---@field start acp.EditorPosition
---@field end acp.EditorPosition After its last character.
---@field text string Of a very long one the first lines.

---@class acp.EditorState
---@field window? acp.CodeWindow
---@field buffers acp.FileBuffer[]

---@alias acp.EntrySnapshot { kind: 'tool', toolCallId: string }|{ kind: 'notice', level: string, text: string, detail?: string }|{ kind: string, text: string }

---@class acp.FileBuffer A loaded buffer of a file that the user works on: no terminal, no help, nothing of a plugin.
---@field bufnr integer
---@field name string Its absolute name.
---@field path string Where that leads.
---@field lines integer
---@field modified boolean
---@field filetype string
---@field changedtick integer
---@field current boolean In the window that the user works on files in.
---@field visible boolean A window shows it.

---@class acp.FileEdited
---@field source 'disk'|'fs'|'mcp'
---@field hunks? acp.Hunk[]
---@field session? string
---@field turn? integer
---@field toolCallId? string Where it is known.
---@field path string
---@field bufnr? integer

---@class acp.FilePlace
---@field path string
---@field lines? acp.Lines Absent: all of the file.

---@class acp.FileRead
---@field path string
---@field bufnr? integer

---@class acp.FileTarget
---@field kind 'file'
---@field path string
---@field line? integer Both 1-based.
---@field column? integer

---@alias acp.FiredEvent ['AcpAgentExit'|'AcpAgentStart'|'AcpConflict'|'AcpFileEdited'|'AcpFileRead'|'AcpFollow'|'AcpNotice'|'AcpPermission'|'AcpPermissionDone'|'AcpPlan'|'AcpQueue'|'AcpReview'|'AcpReviewDone'|'AcpSessionClose'|'AcpSessionNew'|'AcpToolCall'|'AcpTurnEnd'|'AcpTurnStart', acp.AgentExit|acp.FileEdited|acp.FileRead|acp.FollowedPlace|acp.OfSession|acp.OfTurn|acp.PermissionAsked|acp.PermissionDone|acp.ReviewPending|acp.ToolCallChange|acp.TurnEnd|acp.UserNotice|{ agent: string }]

---@class acp.FoldRange Rows that fold.
---@field open? true Open when first shown.
---@field closed? acp.Line Shown in its place while it is closed.
---@field from integer
---@field to integer

---@alias acp.FoldedPart [string, string] A piece of a line with its look, as Neovim takes it.

---@alias acp.FollowResult 'moved'|'none'|'paused'|'pending' What became of a move; see `follow.go`.

---@alias acp.FollowState 'off'|'on'|'paused'

---@class acp.FollowedPlace
---@field path string
---@field line? integer 1-based.
---@field source? 'mcp' A tool of the editor was called for it.

---@alias acp.Footers string[] Footers from long to short, of which the first that has room is shown.

---@class acp.FoundDiagnostic Rows and bytes count from 0.
---@field path string Where the name of the file leads.
---@field row integer
---@field byte integer
---@field end_row integer
---@field end_byte integer
---@field severity acp.Severity
---@field message string
---@field source? string
---@field code? string

---@alias acp.FramePart ([string, 'AcpChip'|'AcpDiffAdd'|'AcpDiffAddWord'|'AcpDiffDelete'|'AcpDiffDeleteWord'|'AcpDiffHeader'|'AcpFollowPaused'|'AcpFooter'|'AcpKey'|'AcpMuted'|'AcpNoticeError'|'AcpNoticeInfo'|'AcpNoticeWarn'|'AcpOutput'|'AcpPath'|'AcpPermissionAllow'|'AcpPermissionAlways'|'AcpPermissionBorder'|'AcpPermissionKey'|'AcpPermissionOption'|'AcpPermissionReject'|'AcpPermissionTitle'|'AcpPlaceholder'|'AcpPlanActive'|'AcpPlanDone'|'AcpPlanPending'|'AcpReviewComment'|'AcpStateBusy'|'AcpStateFailed'|'AcpStateIdle'|'AcpStateWaiting'|'AcpTerminalBlue'|'AcpTerminalBold'|'AcpTerminalCyan'|'AcpTerminalGreen'|'AcpTerminalGrey'|'AcpTerminalItalic'|'AcpTerminalMagenta'|'AcpTerminalRed'|'AcpTerminalStruck'|'AcpTerminalUnderline'|'AcpTerminalYellow'|'AcpThought'|'AcpTitle'|'AcpToolDenied'|'AcpToolDone'|'AcpToolFailed'|'AcpToolKind'|'AcpToolPending'|'AcpToolRunning'|'AcpToolTitle'|'AcpUser'])[] Pieces that belong together: they are shown whole, or not at all.

---@class acp.FrameTexts The most important parts first: what does not fit in the window is left out from the end.
---@field title acp.FramePart[]
---@field state acp.FramePart[] While something goes on, the editor turns a spinner before it.
---@field hint acp.FramePart[]

---@class acp.HostConfig The options of `setup` that the host needs (see `options.ts`), checked by `lua/acp/config/validate.lua` but for rules.
---@field agent? string
---@field agents table<string, acp.AgentEntry>
---@field mcp_servers any[]
---@field editor_tools acp.ToolsOption
---@field follow boolean
---@field start_timeout integer
---@field watchdog number Seconds.
---@field additional_directories string[] Absolute folders that agents may use beside the session's own.
---@field permissions acp.PermissionConfig
---@field save_dirty boolean Save what an agent's text was merged into, too.
---@field report_undone boolean The next prompt says what the user has undone.
---@field keep_committed boolean What the user commits counts as kept.
---@field keys table<string, string|false|string[]> The option `keys`.
---@field known_tools string[] Names of tools that the user has a definition of.
---@field deny string[] Patterns of files that agents may not read or write.
---@field outside 'allow'|'ask'|'reject' What happens to files outside the session's folder.
---@field log { level: 'debug'|'error'|'info'|'trace'|'warn' }

---@class acp.HostEvents What Lua sends: `host.send(name, payload)`.
---@field review_decide { action: string, scope: string, cwd: string, path?: string, row?: integer, view?: integer, cb?: integer } `:Acp keep` and `:Acp undo` (`action`, as of `review_act`): the `hunk` at a row, the `file`, the `turn`, `all`.
---@field review_quickfix { cwd: string, path?: string } `:Acp quickfix`: all pending changes, or those of a file (its real path).
---@field follow { on?: boolean } Absent: toggle; paused, it goes on.
---@field follow_paused { paused: boolean } The user works in the code window that follow mode uses, or has ended the command that was in its way.
---@field follow_back { left: boolean } To the place before; when the user has `left` the last one, to that.
---@field proposal_left { id: string } The user goes from a tab page of `proposal.compare` back to the question.
---@field proposal_accepted { id: string, lines: any[] } The user accepts these lines in place of what was proposed.
---@field attach acp.Attach
---@field configure { config: acp.HostConfig } `setup` was called again.
---@field renderers { list: any[] } The user's renderers, in the order of registration; see `view/renderers.ts`.
---@field registered_tools { list: any[] } The tools that the user offers to agents, in the order of registration, each as JSON; see `mcp/registered-spec.ts`.
---@field project_rules { cwd: string, text?: string } What a project's trusted file says, sent before its first `open`; absent: there is none any more.
---@field open { view: integer, before?: integer, agent?: string, cwd: string, session?: string, how?: string, title?: string, recovered?: string, cb?: integer } A view was opened (windows are on screen already) and wants a session. Also sent when focused again.
---@field close { view: integer } `:Acp close`: end the session of the view.
---@field prompt acp.SentPrompt Send (or queue) a prompt.
---@field prompt_changed acp.ChangedPrompt The text of a prompt is another; answered by `prompt.chips.show`.
---@field suggest_context acp.ContextQuery What may be meant by what is typed behind an "@": what is found at once, or the `whole` list.
---@field ask { view: integer, ask: integer, path?: string, row: integer, end_row: integer, lines: any[], text?: string } `:Acp ask` about these lines; without a text the user is asked for it. `ask` is the number of the mark there.
---@field ask_cancel { ask: integer }
---@field cancel { view: integer }
---@field queue { view: integer } `:Acp queue`: to the prompts that wait.
---@field queue_resume { view: integer } What a cancellation has paused is sent.
---@field plan { view: integer } `:Acp plan`
---@field respond { id: string, optionId?: string, reason?: string, cb?: integer } Answer one permission; no optionId: `cancelled`. The reason of a no goes as the next prompt.
---@field set_mode { view: integer, id?: string, cb?: integer } A mode or model by its id, in the way the agent offers it; without one the user picks.
---@field set_model { view: integer, id?: string, cb?: integer }
---@field set_config { view: integer, id?: string, value?: any, cb?: integer } Without a value the user picks it; without an id also the option.
---@field resize { view: integer, width: integer } Text width of the transcript changed.
---@field transcript_shown { view: integer } A window shows a transcript of which the host knows that none did.
---@field buffers_changed table Files were opened or closed, or the text of one has changed; only while `tools.watch.set` says so.
---@field file_changed { path: string } Neovim has seen that a guarded file (its real path) is not what it was.
---@field file_saved { path: string, version?: string } A guarded file was written by Neovim; `version` identifies its state on disk.
---@field conflict_choice { id: integer, choice: string } The user has chosen at a conflict: `mine`, `theirs`, `both`; or has undone it: `open`.
---@field review_edited { path: string, changedtick: integer, start: integer, removed: integer, lines: any[] } The user has changed lines of a buffer that is shown under review: `removed` lines from `start` (0-based) have become `lines`. Sent in order, and never for what we have changed.
---@field review_act { path: string, row: integer, end_row?: integer, action: string } What to do with the hunk at a row (0-based), or with all lines up to, not including, `end_row`: `keep`, `undo`, or `undo_now` although a turn runs.
---@field review { cwd: string, view?: integer, path?: string } `:Acp review`: the window, on this file (its real path). `view` is the chat that the user is in.
---@field review_compare { cwd: string, path: string } `:Acp compare`: a file side by side with what it holds when all is undone.
---@field review_compare_closed { id: integer } The tab page of a comparison is gone.
---@field review_comment { path: string, row: integer, end_row: integer, lines: any[], cwd: string, text?: string } `:Acp comment` on rows of a buffer, with their lines; without a text the user is asked for it.
---@field review_comments { action: string, cwd: string, view?: integer } `:Acp comments`: `send` all to the agent, or `clear` them.
---@field review_comments_left { places: any[] } A buffer with comments is unloaded: where they stood in it.
---@field review_loaded { path: string } A file (its real path) was loaded into a buffer, or loaded anew.
---@field review_go { direction: string, cwd: string, path?: string, row?: integer, count: integer } Answered by `review.go`: to the `next` or `prev` hunk from a row (0-based), in whatever file.
---@field restart { view: integer }
---@field stop { view: integer }
---@field login { view: integer, method?: string } `:Acp login`: with this method, else the only one, or one that the user chooses.
---@field logout { view: integer }
---@field install { agent: string } `:Acp install`
---@field terminal_ended { id: integer, code: integer } A program started by `surface.terminal.run` has ended.
---@field list_sessions { cwd: string, agent?: string, view?: integer } `:Acp sessions`: the window. `view` is the chat that the user is in.
---@field load_session { cwd: string, agent?: string, view?: integer, how: string } `:Acp load` and `:Acp resume` (`how`) without an id: the last session of the folder, else a choice.
---@field fork_session { view: integer }
---@field delete_session { cwd: string, agent?: string, view?: integer, session?: string } Without an id the user chooses.
---@field checkpoints { cwd: string, agent?: string, view?: integer } `:Acp checkpoints`: the window, about a folder. `view` is the chat that the user is in.
---@field restore { cwd: string, agent?: string, view?: integer, number?: string } `:Acp restore`: what going back to a checkpoint of the folder would change.
---@field rules { view?: integer } `:Acp rules`: the window, about the session of this view.
---@field tools { view?: integer } `:Acp tools`: the window. `view` is the chat that the user is in.
---@field keys_help { where: any[] } `g?`: the keys of these kinds of windows.
---@field surface_action { id: string, action: string, row: integer, end_row: integer, count: integer, subject?: string, choice?: integer, text?: string, column?: integer } A key of a surface: what it does is in the action table of whoever opened it. Rows are 0-based.
---@field surface_cursor { id: string, row: integer }
---@field surface_resized { id: string, width: integer, height: integer } Text cells that the window of a surface may have now: of the editor, or as the user has made it.
---@field surface_closed { id: string } The window of a surface is gone.
---@field ui_answer { ask: integer, answer?: string } The user answered `host.ask.…`, or left it.
---@field proposal_text { path: string } The text of a file (its real path) in the editor is another now.

---@class acp.HostRequests What Lua asks: `host.request(name, payload)`.
---@field state { view?: integer, session?: string }
---@field sessions table
---@field permissions table
---@field hunks { cwd: string, path?: string } What is neither kept nor undone; of one file (its real path).
---@field checkpoints { cwd: string } The numbers of a folder's checkpoints, the newest first.
---@field health table A line for `:checkhealth acp`.
---@field editor_tools table For `:checkhealth acp`: what each chat has of the editor's tools.

---@class acp.Hunk One change: `del` lines from `row` (0-based, in the old text) become `lines`.
---@field row integer
---@field del integer
---@field lines string[]

---@class acp.KeptToken By which right the agent of a chat reaches the editor's tools.
---@field token string
---@field view integer The chat keeps its number when another host serves it; its session may come to have another id.

---@class acp.KeptTools What the editor keeps for the next host: a bridge that still runs looks for it at the same address and presents the token that it has. It is kept by the editor, not in a file: it is gone with the editor, and the tokens cannot be read by whatever may read the user's files.
---@field address string
---@field tokens acp.KeptToken[]

---@class acp.KeyEntry
---@field name string Name in the option `keys`.
---@field where string Which windows have it.
---@field modes ('i'|'n'|'o'|'x')[]
---@field lhs string
---@field desc string
---@field motion? acp.KeyMotion

---@class acp.KeyMotion To the next place of a kind, or back to the one before.
---@field stop 'error'|'fence'|'message'|'prompt'|'tool'
---@field by -1|1

---@class acp.LabelledTexts The same with what stands above each side.
---@field labels [string, string]
---@field path string
---@field before string[]
---@field after string[]
---@field isEditable boolean The second may be changed, and then be accepted.

---@class acp.LanguageClient What the editor says of its language servers (lua/acp/tools/lsp.lua).
---@field id integer
---@field name string
---@field encoding string How it counts the characters of a line.
---@field starting boolean It is being started: what it can do is not known yet.
---@field busy boolean It says that it is working on something: what it knows of the project may not be all.
---@field age integer For how many milliseconds it is known to be there.
---@field supports boolean It knows the method that was asked about.
---@field commands string[] Commands that it can execute.

---@class acp.LanguageRequest
---@field client integer
---@field bufnr integer
---@field method string
---@field params string As JSON.

---@alias acp.Line string|acp.StyledLine A plain string is a line without marks. No line holds a newline or a control character.

---@class acp.Lines Lines from 1, both ends included.
---@field first integer
---@field last integer

---@class acp.LinesNow Lines of a buffer, rows from 0; `endRow` is not one of them.
---@field row integer
---@field endRow integer
---@field lines string[]

---@class acp.MessageSnapshot
---@field part 'agent'|'thought'|'user'
---@field text string
---@field done boolean False while more may come.

---@class acp.NamedFile A file, or lines of it from 1, by the name behind an "@".
---@field name string
---@field path string
---@field first? integer
---@field last? integer

---@class acp.OfSession
---@field session string

---@class acp.OfTurn
---@field turn integer
---@field session string

---@class acp.OfferedCommand A slash command.
---@field name string
---@field description string
---@field hint? string

---@class acp.OpenBuffer A loaded buffer that the user works on.
---@field bufnr integer
---@field path? string Its real path; absent: it is no file.
---@field current boolean In the window that the user works on files in.

---@class acp.OpenSession What `sessions()` answers a list of.
---@field id string
---@field view integer
---@field agent string
---@field title? string
---@field cwd string
---@field turn acp.Turn
---@field pending integer Open permissions.

---@class acp.OptionSnapshot
---@field optionId string
---@field name string
---@field kind string

---@class acp.Patch All that one flush does to the chat buffer, in one Lua call. A buffer without blocks has its one empty line; the first edit takes it out. Marks on lines that an edit takes out go with them.
---@field edits acp.PatchEdit[]
---@field ranges acp.PatchRange[]

---@class acp.PatchEdit One change of the buffer. Rows count after all earlier edits of the same patch.
---@field row integer
---@field del integer Lines to take out from `row` on.
---@field lines string[] Lines to put in at `row`.
---@field col? integer Set when the edit only lengthens line `row` (and may add lines after it): `lines[0]` then goes in at this byte column and nothing is taken out (`del` is 0), so that cursor and selection on that line stay. The marks that the line has stay too; `spans` names only new ones for it, in columns of the whole line.
---@field spans acp.PatchSpan[]
---@field fences ([integer, 'close'|'open'])[] [line offset, 'open' | 'close']

---@class acp.PatchRange A keyed range of the buffer after the whole patch; absent rows mean: forget it.
---@field key string
---@field kind 'actions'|'diff'|'error'|'fold'|'group'|'markdown'|'message'|'prompt'|'tool'
---@field from? integer
---@field to? integer
---@field verbatim? true See `MarkdownRange`.
---@field open? true See `FoldRange`.
---@field closed? acp.FoldedPart[]
---@field layout? acp.DiffLayout Of a diff.
---@field keys? string[] See `ActionRange`.
---@field token? integer

---@alias acp.PatchSpan [integer, integer, integer, string] Highlights of one line of an edit: [line offset in `lines`, from, to, group]; `to` = -1 means the whole screen line.

---@class acp.PendingHunk What `hunks()` answers a list of.
---@field path string
---@field start integer The first line, 1-based; of a deletion the line below it.
---@field count integer
---@field old_lines string[]
---@field new_lines string[]
---@field session string
---@field turn integer
---@field toolCallId? string
---@field source string

---@class acp.PermissionAsked
---@field id string
---@field replaces? string The id of the question that the agent has changed into this one.
---@field session string

---@class acp.PermissionConfig Who may answer permissions besides the user.
---@field rules any[] As written: `{ allow = true, kind = 'read' }`; see `configuredRules`.
---@field allow_reads boolean
---@field decide? boolean There is a function to ask: `host.ask.decide` in Lua.

---@class acp.PermissionDone
---@field id string
---@field outcome acp.PermissionOutcome
---@field by acp.AnsweredBy
---@field rule? string The rule that answered, as text.
---@field reason? string Why: the user's reason, or that of the rule or function that answered.
---@field session string

---@alias acp.PermissionOutcome { outcome: 'selected', optionId: string }|{ outcome: 'cancelled' } How a permission was settled; `cancelled` is not "no".

---@class acp.PermissionSnapshot What `permissions()` answers a list of.
---@field id string
---@field session string
---@field toolCallId string
---@field title string
---@field kind string
---@field options acp.OptionSnapshot[]

---@alias acp.Place acp.Bar|acp.Center|acp.Corner|acp.Dock

---@class acp.PlacedComment A comment on rows `from` up to, not including, `to`.
---@field id integer
---@field from integer
---@field to integer
---@field text string

---@class acp.PlainDrawing The lines of a drawing as Lua has them: `[row, from, to, group]`, rows and bytes from 0; `to` -1 is the whole line.
---@field lines string[]
---@field marks acp.PlainMark[]
---@field fold? acp.FoldRange

---@alias acp.PlainMark [integer, integer, integer, string]

---@class acp.PlanSnapshot
---@field part 'plan'
---@field entries table[]

---@class acp.PreviewedFile What is proposed for a file, to be shown in its buffer.
---@field path string Absolute, symlinks resolved.
---@field hunks acp.ReviewHunk[] The lines of the buffer are those that would go, `old` are those that would come.
---@field isRefreshed boolean It is shown already: the user stays where they are.

---@class acp.PromptChip A mention in the text of a prompt that stands for something.
---@field row integer Its line, from 0, and its bytes there.
---@field from integer
---@field to integer
---@field text string How it should be written now.
---@field name string Such as `src/app.js:4-6`.
---@field detail? string
---@field problem? string Why it cannot go along.
---@field place? acp.FilePlace A file or lines of it, by its real path.

---@class acp.QuickfixEntry Lines count from 1.
---@field path string
---@field line integer
---@field endLine integer
---@field text string
---@field ids integer[] Of the pending changes.

---@class acp.QuickfixItem
---@field name string The absolute name of the file.
---@field line integer
---@field byte integer In bytes; 0: not known.
---@field text string
---@field type string `E`, `W`, `I`, `N` or nothing.

---@class acp.QuickfixList
---@field title string
---@field items { path: string, line: integer, text: string }[]

---@class acp.QuickfixState
---@field title? string Of a list that `tools.quickfix.set` has made: others may name anything.
---@field items acp.QuickfixItem[]

---@alias acp.RenderedPart 'agent'|'content'|'plan'|'thought'|'tool'|'user'

---@class acp.ReviewCounts What agents have changed and nobody has decided about.
---@field files integer
---@field hunks integer A file that was only deleted, moved or given another mode counts as one.
---@field added integer
---@field removed integer

---@class acp.ReviewHunk A change in a buffer that is neither kept nor undone.
---@field id integer
---@field row integer 0-based, in the text of the buffer at the moment that goes with it.
---@field count integer Lines of the buffer; 0: only taken out, above `row`.
---@field old string[] What stood there before, safe to show; the first lines when there are `more`.
---@field more? integer
---@field words? acp.WordRange[] What is new inside lines, counted from `row`.
---@field old_words? acp.WordRange[] What is gone from inside the lines of `old`.
---@field queued? boolean It is undone when the turn ends.

---@class acp.ReviewPending
---@field files { added: integer, removed: integer, path: string, kind: 'created'|'deleted'|'modified'|'renamed', from?: string }[] What the turn has changed and nobody has decided about.
---@field session string
---@field turn integer

---@class acp.Room Text cells that a window may have at most: what the editor has room for, or the size that the user gave it.
---@field width integer
---@field height integer

---@class acp.SaveDraft Files of the host's own, on record (see `Drafts`).
---@field text string The new text, encoded.
---@field old string What the file held.

---@class acp.SentPrompt
---@field view integer
---@field content string|any[] Text that may mention things, or ACP content blocks.
---@field anchors? any[] What the text mentions, where it is now; see lua/acp/context/anchors.lua.
---@field anchored? integer By what the editor knows the anchors as long as the prompt is on its way; see `context.anchors.now`.
---@field context? any[] What else goes along, by its names behind an "@".
---@field steer? boolean Into the running turn, else in its place.
---@field cb? integer
---@field sent? integer Answered when the prompt is sent, or with the error that kept it from being sent.

---@class acp.ServedBuffer
---@field bufnr integer
---@field uri string
---@field path string

---@class acp.ServedDocument A loaded file, with all servers that know of it.
---@field bufnr integer
---@field uri string As the servers call it.
---@field path string Where its name leads.
---@field age integer For how many milliseconds it is known to be loaded: servers may still be about to attach themselves.
---@field reported boolean Diagnostics were reported of the text as it is now, perhaps none.
---@field clients acp.LanguageClient[]

---@alias acp.Severity 'error'|'hint'|'info'|'warning'

---@class acp.Span A highlighted piece of a line: bytes `from` up to, not including, `to`.
---@field from integer
---@field to integer
---@field group string

---@class acp.StagedHunk A hunk whose lines were sent ahead.
---@field row integer
---@field del integer
---@field count integer

---@class acp.StateSnapshot What `state()` answers.
---@field id string
---@field agent string
---@field title? string
---@field cwd string
---@field turn acp.Turn
---@field entries acp.EntrySnapshot[]
---@field tools table<string, acp.ToolSnapshot> By id.
---@field plan table[]
---@field commands { name: string, description: string, hint?: string }[]
---@field config table[]
---@field modes? { current: string, available: table[] }
---@field usage? acp.Usage
---@field queue { id: string, text: string }[]
---@field queuePaused boolean The user has to go on with it.
---@field permissions acp.PermissionSnapshot[]

---@class acp.StatusFacts What `require('acp').status()` answers without asking the host.
---@field agent? string
---@field session? string
---@field phase 'cancelling'|'failed'|'idle'|'installing'|'off'|'ready'|'running'|'starting'|'stopped'
---@field pending integer
---@field queued integer
---@field queuePaused? true What waits in a chat is not sent before the user goes on.
---@field sessions integer
---@field follow 'off'|'on'|'paused'
---@field review? acp.ReviewCounts Absent: there is nothing to review.
---@field comments? integer Of the user, not sent yet; absent: there are none.

---@class acp.StyledLine
---@field text string
---@field spans? acp.Span[]
---@field lineGroup? string Highlight group for the whole screen line.
---@field fence? 'close'|'open' A Markdown code fence starts or ends here; the viewport highlighter finds its way by these.
---@field target? acp.Target What the user can open from here. Not drawn.
---@field diff? acp.DiffLayout A line of a diff: the same object in all lines of a hunk, which the editor colours as code.

---@class acp.Subject What answers are about. Another subject has to be read anew, from its top.
---@field id string
---@field early string Why an answer does not count yet, as a message.
---@field order integer Its place among what is docked.

---@class acp.SurfaceAction What can be done in a surface, and what the user must have seen of it by then.
---@field action string
---@field guarded? true An answer to something: typed before it could be read it does not count.
---@field readFirst? true A yes to all of the text: as long as some of it was not on the screen, it scrolls on instead.

---@class acp.SurfaceFrame What surrounds a surface's text now. Sizes are text cells; the editor's size is the limit.
---@field title string
---@field footer string
---@field shortFooter? string Where there is no room for the footer.
---@field away? acp.AwayFooters
---@field topic? string
---@field subject? acp.Subject
---@field choices acp.Choice[]
---@field rest? string
---@field behind? true More of the text is on its way.
---@field width integer
---@field height integer
---@field cursor? integer The row (0-based) that the cursor goes to.

---@class acp.SurfaceKey One key of a surface. Action names are public: the option `keys` changes keys by them.
---@field lhs string
---@field label string For the help and the manual.
---@field modes? ('n'|'o'|'x')[] `normal` when absent.
---@field closes? true Closes the window, with or without a host.
---@field leaves? true Goes back to where the user was and leaves the window open, with or without a host.
---@field cycles? true Shows the next surface of the dock, with or without a host.
---@field motion? acp.KeyMotion Moves the cursor in the text, with or without a host.
---@field action string
---@field guarded? true An answer to something: typed before it could be read it does not count.
---@field readFirst? true A yes to all of the text: as long as some of it was not on the screen, it scrolls on instead.

---@class acp.SurfaceSpec What a surface is, for as long as it is open.
---@field id string
---@field kind string
---@field filetype string
---@field place acp.Place
---@field view? integer The chat that it belongs to.
---@field cursorline boolean
---@field wrap boolean
---@field keys acp.SurfaceKey[]
---@field commands acp.SurfaceAction[]
---@field guardMs integer What is guarded counts so long after it could first be read.

---@alias acp.Target acp.ChangesTarget|acp.DiffTarget|acp.FileTarget|acp.TerminalTarget|{ kind: 'url', url: string }|{ kind: 'text', name: string, text: string }|{ kind: 'data', name: string, data: string }

---@class acp.TerminalJob A program as the editor starts it.
---@field executable string What must be there, whatever starts it.
---@field title string
---@field command string[]
---@field env? table<string, string>
---@field cwd? string

---@class acp.TerminalTarget A command of the session, running or not.
---@field kind 'terminal'
---@field id string
---@field title string Names it for the user.

---@class acp.ToolCall.Bash: acp.ToolCallChange
---@field name 'Bash'
---@field dynamic false
---@field input? { command: string, description?: string, timeout?: integer, run_in_background?: boolean }
---@field output? any

---@class acp.ToolCall.Edit: acp.ToolCallChange
---@field name 'Edit'
---@field dynamic false
---@field input? { file_path: string, old_string: string, new_string: string, replace_all?: boolean }
---@field output? any

---@class acp.ToolCall.Glob: acp.ToolCallChange
---@field name 'Glob'
---@field dynamic false
---@field input? { pattern: string, path?: string }
---@field output? any

---@class acp.ToolCall.Grep: acp.ToolCallChange
---@field name 'Grep'
---@field dynamic false
---@field input? { pattern: string, path?: string, glob?: string, output_mode?: string }
---@field output? any

---@class acp.ToolCall.Read: acp.ToolCallChange
---@field name 'Read'
---@field dynamic false
---@field input? { file_path: string, offset?: integer, limit?: integer }
---@field output? any

---@class acp.ToolCall.Task: acp.ToolCallChange
---@field name 'Task'
---@field dynamic false
---@field input? { description: string, prompt: string, subagent_type: string }
---@field output? any

---@class acp.ToolCall.TodoWrite: acp.ToolCallChange
---@field name 'TodoWrite'
---@field dynamic false
---@field input? { todos: { content: string, status: 'completed'|'in_progress'|'pending' }[] }
---@field output? any

---@class acp.ToolCall.WebFetch: acp.ToolCallChange
---@field name 'WebFetch'
---@field dynamic false
---@field input? { url: string, prompt: string }
---@field output? any

---@class acp.ToolCall.WebSearch: acp.ToolCallChange
---@field name 'WebSearch'
---@field dynamic false
---@field input? { query: string }
---@field output? any

---@class acp.ToolCall.Write: acp.ToolCallChange
---@field name 'Write'
---@field dynamic false
---@field input? { file_path: string, content: string }
---@field output? any

---@class acp.ToolCall<I, O>: acp.ToolCallChange A call of a tool that is known: what it takes and gives.
---@field dynamic false
---@field input? I
---@field output? O

---@class acp.ToolCallChange
---@field dynamic boolean Nothing is known of a tool of this name.
---@field title string
---@field kind table
---@field status table What the agent last said; `state` is what the user sees.
---@field previous? 'approval-requested'|'approval-responded'|'cancelled'|'input-available'|'input-streaming'|'output-available'|'output-denied'|'output-error'|'running' Absent for a new one.
---@field truncated? true There are texts in it that are so long that they were cut; `state().tools` has all of them.
---@field toolCallId string
---@field name? string The tool's, when the agent gives one.
---@field state 'approval-requested'|'approval-responded'|'cancelled'|'input-available'|'input-streaming'|'output-available'|'output-denied'|'output-error'|'running'
---@field input any
---@field output any The raw output, else the text of the content.
---@field errorText? string Why it failed or was cancelled.
---@field approval? acp.ApprovalSnapshot
---@field preliminary? true There is output, and the call has not ended.
---@field executor 'agent'|'editor'
---@field content table[]
---@field locations table[]
---@field meta? table<string, any>
---@field session string

---@class acp.ToolCallSnapshot What listeners get, beside `session` and `previous`.
---@field toolCallId string
---@field name? string The tool's, when the agent gives one.
---@field dynamic boolean Nothing is known of a tool of this name.
---@field title string
---@field kind table
---@field status table What the agent last said; `state` is what the user sees.
---@field state 'approval-requested'|'approval-responded'|'cancelled'|'input-available'|'input-streaming'|'output-available'|'output-denied'|'output-error'|'running'
---@field input any
---@field output any The raw output, else the text of the content.
---@field errorText? string Why it failed or was cancelled.
---@field approval? acp.ApprovalSnapshot
---@field preliminary? true There is output, and the call has not ended.
---@field executor 'agent'|'editor'
---@field content table[]
---@field locations table[]
---@field meta? table<string, any>

---@class acp.ToolSnapshot What `state().tools` has of a call.
---@field rawInput any
---@field rawOutput any
---@field toolCallId string
---@field name? string The tool's, when the agent gives one.
---@field dynamic boolean Nothing is known of a tool of this name.
---@field title string
---@field kind table
---@field status table What the agent last said; `state` is what the user sees.
---@field state 'approval-requested'|'approval-responded'|'cancelled'|'input-available'|'input-streaming'|'output-available'|'output-denied'|'output-error'|'running'
---@field input any
---@field output any The raw output, else the text of the content.
---@field errorText? string Why it failed or was cancelled.
---@field approval? acp.ApprovalSnapshot
---@field preliminary? true There is output, and the call has not ended.
---@field executor 'agent'|'editor'
---@field content table[]
---@field locations table[]
---@field meta? table<string, any>

---@alias acp.ToolsOption acp.ToolsTable|boolean

---@class acp.ToolsTable Which tools, and how they are reached.
---@field only? string[]
---@field except? string[]
---@field transport? 'http'|'stdio'

---@alias acp.Turn { phase: 'idle', stopReason?: string }|{ phase: 'running' }|{ phase: 'cancelling' }

---@class acp.TurnEnd
---@field stopReason string
---@field session string

---@class acp.UndoEntry
---@field seq integer
---@field parent integer The state that it was made from; 0: the text as it was loaded.
---@field time integer Seconds since the epoch.
---@field saved boolean This state was written to the file.

---@class acp.UndoHistory
---@field current integer The state that the text is in.
---@field entries acp.UndoEntry[]

---@class acp.Usage
---@field used integer
---@field size integer
---@field cost? table

---@class acp.UserEvents `data` of |acp-events|.
---@field AcpAgentStart { agent: string }
---@field AcpAgentExit acp.AgentExit
---@field AcpSessionNew acp.OfSession
---@field AcpSessionClose acp.OfSession
---@field AcpTurnStart acp.OfSession
---@field AcpTurnEnd acp.TurnEnd
---@field AcpToolCall acp.ToolCallChange
---@field AcpPermission acp.PermissionAsked
---@field AcpPermissionDone acp.PermissionDone
---@field AcpPlan acp.OfSession
---@field AcpQueue acp.OfSession Prompts that wait are others, are in another order, or wait for the user to go on.
---@field AcpNotice acp.UserNotice
---@field AcpFileRead acp.FileRead
---@field AcpFileEdited acp.FileEdited
---@field AcpConflict acp.FileRead
---@field AcpFollow acp.FollowedPlace
---@field AcpReview acp.ReviewPending
---@field AcpReviewDone acp.OfTurn All that a turn had changed is kept or undone.

---@class acp.UserNotice
---@field severity string
---@field title string
---@field session string

---@alias acp.WordRange [integer, integer, integer] Bytes `from` up to, not including, `to` of a line of a list.
