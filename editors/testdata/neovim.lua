-- Run by editors_test.go, in a Neovim that has nothing but the documented set-up. Does by the functions
-- behind the keys what a person would do, and prints what is seen.
local wait = 180000 -- milliseconds

local function say(what, text) io.stdout:write(what, ': ', (text:gsub('\n', '\n\t')), '\n') end

-- until_seen waits for a text that is not empty.
local function until_seen(what, get)
  local text
  if vim.wait(wait, function() text = get(); return text ~= nil and text ~= '' end, 50) then
    say(what, text)
  else
    say(what, 'NOT SEEN')
  end
end

local function lines(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end

local function floating()
  for _, w in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(w).relative ~= '' then return lines(vim.api.nvim_win_get_buf(w)) end
  end
end

vim.cmd('edit ' .. vim.env.AGENT)
vim.cmd('setfiletype go')
local buffer = vim.api.nvim_get_current_buf()

until_seen('diagnostic', function()
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    if d.source == 'skewlint' then
      vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col + #'http.' })
      return d.code .. ' ' .. d.message
    end
  end
end)

-- gopls, too, has to be there: what it says must not be lost.
local asked = vim.lsp.util.make_position_params(0, 'utf-16')
vim.lsp.buf.hover()
until_seen('hover', floating)
vim.cmd('silent! fclose!')
local definition = vim.lsp.buf_request_sync(buffer, 'textDocument/definition', asked, wait)
say('definition', vim.inspect(definition or {}):match('net/http/[%w]+%.go') or 'NOT SEEN')

local titles = {}
vim.ui.select = function(items, opts, choose)
  for i, item in ipairs(items) do
    local title = opts.format_item and opts.format_item(item) or tostring(item)
    table.insert(titles, title)
    if title:find('Silence', 1, true) or title:find('show graph', 1, true) then return choose(item, i) end
  end
end
vim.lsp.buf.code_action()
until_seen('action', function() return lines(buffer):match('[^\n]*//skewlint:ignore[^\n]*') end)
vim.cmd('silent undo')

if vim.fn.has('nvim-0.12') == 1 then vim.lsp.codelens.enable(true) else vim.lsp.codelens.refresh() end
until_seen('lens', function()
  for _, l in ipairs(vim.lsp.codelens.get(vim.fn.has('nvim-0.12') == 1 and { bufnr = buffer } or buffer)) do
    l = l.lens or l
    if l.command then
      vim.api.nvim_win_set_cursor(0, { l.range.start.line + 1, 0 })
      return l.command.title
    end
  end
end)
vim.lsp.codelens.run()
until_seen('graph', function()
  local shown = vim.api.nvim_get_current_buf()
  return shown ~= buffer and lines(shown) or nil
end)
vim.cmd('qall!')
