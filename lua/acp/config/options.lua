--- Made of src/host/lua-door/options.ts by scripts/generate-lua.mjs: do not change it here.
local M = {}

--- A rule holds for what fits all of its conditions; exactly one of allow, ask and deny is true.
---@class acp.Rule
---@field allow? boolean
---@field ask? boolean
---@field deny? boolean
---@field tool? string name of the tool, `*` matches any characters
---@field kind? string kind of the tool
---@field path? string glob; relative to the session's folder
---@field command? string first words of a command
---@field agent? string name of the agent

--- Which of the editor’s tools an agent gets, see |acp-editor-tools|.
---@class acp.EditorToolsConfig
---@field only? string[] names of tools; nil: all
---@field except? string[] names of tools that it does not get
---@field transport? 'stdio'|'http' how the agent reaches them; `http` counts for agents that take it

---@class acp.AgentConfig
---@field command? string program, looked up on PATH
---@field args? string[] its arguments
---@field env? table<string, string> added to the environment
---@field cwd? string folder it is started in
---@field title? string what the chat calls it
---@field editor_tools? boolean|acp.EditorToolsConfig takes the place of the option of this name

---@class acp.McpServer
---@field name? string
---@field type? 'stdio'|'http'|'sse' nil: by whether there is a `url`
---@field command? string stdio: program, looked up on PATH
---@field args? string[]
---@field env? table<string, string>
---@field url? string http and sse
---@field headers? table<string, string>

---@class acp.LayoutConfig
---@field kind? 'float'|'right'|'left'|'bottom'|'top'|'tab' a float, or a split at that side
---@field width? number cells, or a part of the editor up to 1
---@field height? number lines, or a part of the editor up to 1
---@field prompt_min? integer least lines of the prompt
---@field prompt_max? integer most lines of the prompt
---@field border? 'rounded'|'single'|'double'|'bold'|'solid'|'none' nil: 'winborder', else rounded
---@field insert? boolean start in insert mode

---@class acp.PermissionsConfig
---@field rules? acp.Rule[] what answers in your place, see |acp-rules|
---@field allow_reads? boolean allow reading and searching below the session's folder
---@field decide? fun(request: table): 'allow'|'deny'|nil answers what no rule does, see |acp-rules|

--- What calls you to a chat that you do not see.
---@class acp.NotifyConfig
---@field turn? boolean the end of a turn
---@field question? boolean a question
---@field bell? boolean ring the bell of the terminal, too
---@field osc? '9'|'777' have the desktop notify you, by the escape sequence that your terminal knows

---@class acp.LogConfig
---@field level? 'trace'|'debug'|'info'|'warn'|'error' what is logged

---@class acp.Config
---@field agent? string name of the agent; nil: the first one found installed
---@field agents? table<string, acp.AgentConfig> agents of your own by name; of a known one what differs
---@field mcp_servers? acp.McpServer[] passed to agents, see |acp-mcp-servers|
---@field editor_tools? boolean|acp.EditorToolsConfig whether agents get tools of the editor, see |acp-editor-tools|
---@field layout? acp.LayoutConfig where the chat is shown
---@field follow? boolean follow the agent from the start, see |acp-follow|
---@field follow_close? boolean close the files that only follow mode opened when it ends
---@field node? string Node executable; nil: the one on PATH
---@field keys? table<string, string|string[]|false> keys by the names in |acp-keys|; false removes one
---@field permissions? acp.PermissionsConfig what is answered in your place
---@field notify? acp.NotifyConfig what you are told of a chat that you do not see
---@field log? acp.LogConfig what is logged
---@field deny? string[] patterns of files that no agent may read or write through the editor
---@field outside? 'ask'|'allow'|'reject' what happens to files outside the session's folder
---@field save_dirty? boolean save a buffer with unsaved changes after an agent's change was merged into it
---@field report_undone? boolean let the next prompt say which of its changes you have undone, and why
---@field keep_committed? boolean let a git commit count as keeping what it has of the changes of agents
---@field highlight_edits? boolean show for a moment which lines an agent has changed
---@field start_timeout? integer milliseconds an agent may take to answer first
---@field additional_directories? string[] folders that agents may use beside the session's own
---@field known_tools? string[] names of tools whose input and output you know: their calls are not `dynamic`
---@field watchdog? number seconds an agent may be silent in a turn before the frame of its chat says so

---@type acp.Config
M.defaults = {
  agents = {},
  mcp_servers = {},
  editor_tools = true,
  layout = { kind = 'float', prompt_min = 3, prompt_max = 10, insert = true },
  follow = false,
  follow_close = false,
  keys = {},
  permissions = { rules = {}, allow_reads = false },
  notify = { turn = true, question = true, bell = false },
  log = { level = 'warn' },
  deny = {
    '.env*',
    '*.pem',
    '*.key',
    '*.p12',
    '*.pfx',
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ed25519',
    '.ssh/**',
    '.gnupg/**',
    '.git/**',
  },
  outside = 'ask',
  save_dirty = false,
  report_undone = true,
  keep_committed = true,
  highlight_edits = true,
  start_timeout = 120000,
  additional_directories = {},
  known_tools = {},
  watchdog = 60,
}

---@type table<string, acp.OptionSchema>
M.schema = {
  agent = { is = 'string' },
  agents = {
    each = {
      command = { is = 'string', required = true },
      args = { is = 'strings' },
      env = { is = 'strings by name' },
      cwd = { is = 'string' },
      title = { is = 'string' },
      editor_tools = {
        fields = {
          only = { is = 'strings' },
          except = { is = 'strings' },
          transport = { is = { 'stdio', 'http' } },
        },
        or_boolean = true,
      },
    },
    known = {
      'demo',
      'claude',
      'codex',
      'gemini',
      'copilot',
      'opencode',
      'kimi',
      'qwen',
      'cursor',
      'goose',
      'auggie',
      'amp',
      'devin',
      'junie',
      'cline',
      'droid',
      'copilot-language-server',
      'grok',
      'kilo',
      'pi',
      'autohand',
      'dimcode',
      'dirac',
      'fast-agent',
      'glm',
      'sigit',
      'stakpak',
      'corust',
      'cortex',
      'harn',
      'nova',
      'poolside',
    },
  },
  mcp_servers = {
    list = {
      name = { is = 'string' },
      type = { is = { 'stdio', 'http', 'sse' } },
      command = { is = 'string' },
      args = { is = 'strings' },
      env = { is = 'strings by name' },
      url = { is = 'string' },
      headers = { is = 'strings by name' },
    },
  },
  editor_tools = {
    fields = {
      only = { is = 'strings' },
      except = { is = 'strings' },
      transport = { is = { 'stdio', 'http' } },
    },
    or_boolean = true,
  },
  layout = {
    fields = {
      kind = { is = { 'float', 'right', 'left', 'bottom', 'top', 'tab' } },
      width = { is = 'positive' },
      height = { is = 'positive' },
      prompt_min = { is = 'positive' },
      prompt_max = { is = 'positive' },
      border = { is = { 'rounded', 'single', 'double', 'bold', 'solid', 'none' } },
      insert = { is = 'boolean' },
    },
  },
  follow = { is = 'boolean' },
  follow_close = { is = 'boolean' },
  node = { is = 'string' },
  keys = {
    fields = {
      send = { is = 'key' },
      send_normal = { is = 'key' },
      steer = { is = 'key' },
      cancel = { is = 'key' },
      older = { is = 'key' },
      newer = { is = 'key' },
      context_remove = { is = 'key' },
      permission = { is = 'key' },
      activity = { is = 'key' },
      session_next = { is = 'key' },
      session_previous = { is = 'key' },
      help = { is = 'key' },
      close = { is = 'key' },
      comparison_leave = { is = 'key' },
      proposal_accept = { is = 'key' },
      proposal_leave = { is = 'key' },
      permission_next = { is = 'key' },
      permission_full = { is = 'key' },
      permission_preview = { is = 'key' },
      permission_compare = { is = 'key' },
      permission_edit = { is = 'key' },
      permission_reason = { is = 'key' },
      permission_rule = { is = 'key' },
      permission_help = { is = 'key' },
      permission_leave = { is = 'key' },
      permission_escape = { is = 'key' },
      chat_cancel = { is = 'key' },
      chat_permission = { is = 'key' },
      chat_activity = { is = 'key' },
      chat_open = { is = 'key' },
      chat_fold = { is = 'key' },
      chat_goto_file = { is = 'key' },
      terminal_end = { is = 'key' },
      message_yank = { is = 'key' },
      code_yank = { is = 'key' },
      code_apply = { is = 'key' },
      code_diff = { is = 'key' },
      changes_review = { is = 'key' },
      changes_keep = { is = 'key' },
      changes_undo = { is = 'key' },
      changes_undo_now = { is = 'key' },
      message_next = { is = 'key' },
      message_prev = { is = 'key' },
      tool_next = { is = 'key' },
      tool_prev = { is = 'key' },
      error_next = { is = 'key' },
      error_prev = { is = 'key' },
      code_next = { is = 'key' },
      code_prev = { is = 'key' },
      chat_contents = { is = 'key' },
      chat_edit_prompt = { is = 'key' },
      chat_prompt = { is = 'key' },
      chat_session_next = { is = 'key' },
      chat_session_previous = { is = 'key' },
      chat_help = { is = 'key' },
      chat_close = { is = 'key' },
      contents_go = { is = 'key' },
      contents_help = { is = 'key' },
      contents_close = { is = 'key' },
      contents_escape = { is = 'key' },
      activity_open = { is = 'key' },
      queue_send = { is = 'key' },
      queue_remove = { is = 'key' },
      queue_down = { is = 'key' },
      queue_up = { is = 'key' },
      queue_resume = { is = 'key' },
      activity_help = { is = 'key' },
      activity_leave = { is = 'key' },
      activity_escape = { is = 'key' },
      activity_write = { is = 'key' },
      plan_close = { is = 'key' },
      plan_escape = { is = 'key' },
      rules_change = { is = 'key' },
      rules_add = { is = 'key' },
      rules_add_project = { is = 'key' },
      rules_remove = { is = 'key' },
      rules_undo = { is = 'key' },
      rules_keep = { is = 'key' },
      rules_file = { is = 'key' },
      rules_help = { is = 'key' },
      rules_close = { is = 'key' },
      review_open = { is = 'key' },
      review_keep = { is = 'key' },
      review_undo = { is = 'key' },
      review_undo_now = { is = 'key' },
      review_next = { is = 'key' },
      review_prev = { is = 'key' },
      review_compare = { is = 'key' },
      review_comment = { is = 'key' },
      review_send = { is = 'key' },
      review_group = { is = 'key' },
      review_quickfix = { is = 'key' },
      review_forget = { is = 'key' },
      review_help = { is = 'key' },
      review_close = { is = 'key' },
      checkpoints_restore = { is = 'key' },
      checkpoints_help = { is = 'key' },
      checkpoints_close = { is = 'key' },
      restore_yes = { is = 'key' },
      restore_open = { is = 'key' },
      restore_next = { is = 'key' },
      restore_prev = { is = 'key' },
      restore_help = { is = 'key' },
      restore_close = { is = 'key' },
      sessions_open = { is = 'key' },
      sessions_resume = { is = 'key' },
      sessions_fork = { is = 'key' },
      sessions_end = { is = 'key' },
      sessions_delete = { is = 'key' },
      sessions_refresh = { is = 'key' },
      sessions_help = { is = 'key' },
      sessions_close = { is = 'key' },
      tools_switch = { is = 'key' },
      tools_about = { is = 'key' },
      tools_help = { is = 'key' },
      tools_close = { is = 'key' },
      change_yes = { is = 'key' },
      change_no = { is = 'key' },
      change_leave = { is = 'key' },
      change_escape = { is = 'key' },
      keys_close = { is = 'key' },
      keys_escape = { is = 'key' },
      keys_again = { is = 'key' },
      keys_done = { is = 'key' },
    },
  },
  permissions = {
    fields = {
      rules = { is = 'list' },
      allow_reads = { is = 'boolean' },
      decide = { is = 'function' },
    },
  },
  notify = {
    fields = {
      turn = { is = 'boolean' },
      question = { is = 'boolean' },
      bell = { is = 'boolean' },
      osc = { is = { '9', '777' } },
    },
  },
  log = { fields = { level = { is = { 'trace', 'debug', 'info', 'warn', 'error' } } } },
  deny = { is = 'strings' },
  outside = { is = { 'ask', 'allow', 'reject' } },
  save_dirty = { is = 'boolean' },
  report_undone = { is = 'boolean' },
  keep_committed = { is = 'boolean' },
  highlight_edits = { is = 'boolean' },
  start_timeout = { is = 'positive' },
  additional_directories = { is = 'strings' },
  known_tools = { is = 'strings' },
  watchdog = { is = 'positive' },
}

return M
