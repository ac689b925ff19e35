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

return M
