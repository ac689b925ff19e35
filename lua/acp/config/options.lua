--- All options: their types, which the manual is made from, and their defaults.
local M = {}

---@class acp.AgentConfig
---@field command string
---@field args? string[]
---@field env? table<string, string>
---@field cwd? string
---@field title? string

---@class acp.McpServer
---@field name string
---@field type? 'stdio'|'http'|'sse' nil: by whether there is a `url`
---@field command? string stdio: program, looked up on PATH
---@field args? string[]
---@field env? table<string, string>
---@field url? string http and sse
---@field headers? table<string, string>

---@class acp.LayoutConfig
---@field kind? 'float'|'right'|'left'|'bottom'|'top'|'tab'
---@field width? number cells, or a part of the editor up to 1
---@field height? number lines, or a part of the editor up to 1
---@field prompt_min? integer least lines of the prompt
---@field prompt_max? integer most lines of the prompt
---@field border? 'rounded'|'single'|'double'|'bold'|'solid'|'none' nil: 'winborder', else rounded
---@field insert? boolean start in insert mode

--- A rule holds for what fits all of its conditions; exactly one of allow, ask and deny is true.
---@class acp.Rule
---@field allow? boolean
---@field ask? boolean
---@field deny? boolean
---@field tool? string name of the tool, `*` stands for any characters
---@field kind? string kind of the tool
---@field path? string glob; relative to the session's folder
---@field command? string first words of a command
---@field agent? string name of the agent

---@class acp.PermissionsConfig
---@field rules? acp.Rule[] what answers in your place, see |acp-rules|
---@field allow_reads? boolean allow reading and searching below the session's folder
---@field decide? fun(request: table): 'allow'|'deny'|nil answers what no rule does, see |acp-rules|

---@class acp.Config
---@field agent? string name of the agent; nil: the first one found installed
---@field agents? table<string, acp.AgentConfig>
---@field mcp_servers? acp.McpServer[] passed to agents
---@field layout? acp.LayoutConfig
---@field follow? boolean
---@field follow_close? boolean close the files that only follow mode opened when it ends
---@field node? string Node executable
---@field keys? table<string, string|string[]|false>
---@field permissions? acp.PermissionsConfig
---@field log? { level?: 'trace'|'debug'|'info'|'warn'|'error' }
---@field deny? string[] patterns of files that no agent may read or write through the editor
---@field outside? 'ask'|'allow'|'reject' what happens to files outside the session's folder
---@field save_dirty? boolean save a buffer with unsaved changes after an agent's change was merged into it
---@field highlight_edits? boolean show for a moment which lines an agent has changed
---@field start_timeout? integer milliseconds an agent may take to answer first
---@field additional_directories? string[] folders that agents may use beside the session's own
---@field watchdog? number seconds an agent may be silent in a turn before the frame of its chat says so

---@type acp.Config
M.defaults = {
  agent = nil,
  agents = {},
  mcp_servers = {},
  layout = {
    kind = 'float',
    width = nil,
    height = nil,
    prompt_min = 3,
    prompt_max = 10,
    border = nil,
    insert = true,
  },
  follow = false,
  follow_close = false,
  node = nil,
  keys = {},
  permissions = { rules = {}, allow_reads = false, decide = nil },
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
  highlight_edits = true,
  start_timeout = 120000,
  watchdog = 60,
  additional_directories = {},
}

return M
