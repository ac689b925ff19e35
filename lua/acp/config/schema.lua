--- Which options there are, and what each may be: a function checks a value; a table checks a table's fields; `each`
--- checks all fields of any name, `list` all items of a list.
local values = require('acp.config.values')

local AGENT = {
  command = values.is('string'),
  args = values.list_of('string'),
  env = values.strings_by_name,
  cwd = values.is('string'),
  title = values.is('string'),
}

local MCP_SERVER = {
  name = values.is('string'),
  type = values.one_of('stdio', 'http', 'sse'),
  command = values.is('string'),
  args = values.list_of('string'),
  env = values.strings_by_name,
  url = values.is('string'),
  headers = values.strings_by_name,
}

return {
  agent = values.is('string'),
  agents = { each = AGENT },
  mcp_servers = { list = MCP_SERVER },
  layout = {
    kind = values.one_of('float', 'right', 'left', 'bottom', 'top', 'tab'),
    width = values.positive,
    height = values.positive,
    prompt_min = values.positive,
    prompt_max = values.positive,
    border = values.one_of('rounded', 'single', 'double', 'bold', 'solid', 'none'),
    insert = values.is('boolean'),
  },
  follow = values.is('boolean'),
  follow_close = values.is('boolean'),
  node = values.is('string'),
  keys = { each = values.key },
  permissions = {
    rules = values.rules,
    allow_reads = values.is('boolean'),
    decide = values.is('function'),
  },
  log = { level = values.one_of('trace', 'debug', 'info', 'warn', 'error') },
  deny = values.list_of('string'),
  outside = values.one_of('ask', 'allow', 'reject'),
  save_dirty = values.is('boolean'),
  highlight_edits = values.is('boolean'),
  start_timeout = values.positive,
  watchdog = values.positive,
  additional_directories = values.list_of('string'),
}
