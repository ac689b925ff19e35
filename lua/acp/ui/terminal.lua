--- What the terminal that Neovim runs in is asked to do.
local M = {}

---@param text string
local function write(text)
  if vim.api.nvim_ui_send then
    vim.api.nvim_ui_send(text)
    return
  end
  local has_terminal = vim.iter(vim.api.nvim_list_uis()):any(function(ui)
    return ui.stdout_tty
  end)
  if has_terminal then
    -- Not the channel of the user interface: Neovim keeps that to itself.
    io.stdout:write(text)
    io.stdout:flush()
  end
end

--- tmux hands on what is wrapped so, with 'allow-passthrough'.
local function through_tmux(sequence)
  if not vim.env.TMUX then
    return sequence
  end
  return '\27Ptmux;' .. sequence:gsub('\27', '\27\27') .. '\27\\'
end

---@type table<string, fun(text: string): string>
local NOTIFICATIONS = {
  ['9'] = function(text)
    return ('\27]9;%s\27\\'):format(text)
  end,
  ['777'] = function(text)
    return ('\27]777;notify;acp;%s\27\\'):format((text:gsub(';', ',')))
  end,
}

--- Rings the bell, and has the desktop show a notification.
---@param alert { bell: boolean, osc?: '9'|'777', text: string } text on one line, without control characters
function M.alert(alert)
  local notification = NOTIFICATIONS[alert.osc]
  local parts = (alert.bell and '\7' or '')
    .. (notification and through_tmux(notification(alert.text)) or '')
  if parts ~= '' then
    write(parts)
  end
end

return M
