-- A session of Neovim (0.7 or later) with `slip lsp`.
--   SLIP=… VAULT=… nvim --headless -u NONE -i NONE -n -c 'luafile session.lua'
-- Prints `key: value` lines; status 0 when all went well, 1 otherwise.
local slip, vault = vim.env.SLIP, vim.fn.resolve(vim.env.VAULT)
local wait_for = 20000
local failures = 0

local function say(key, value) io.stdout:write(key .. ': ' .. tostring(value) .. '\n') end
local function fail(what) failures = failures + 1; say('failed', what) end
local function wait(what, condition)
  if not vim.wait(wait_for, condition, 20) then fail('waited in vain for ' .. what); return false end
  return true
end
local function expect(key, value, wanted)
  say(key, value)
  if value ~= wanted then fail(key .. ' should be ' .. wanted) end
end
local function exists(path) return vim.loop.fs_stat(vault .. '/' .. path) ~= nil end
local function contents(path)
  return exists(path) and table.concat(vim.fn.readfile(vault .. '/' .. path), '|') or '(no file)'
end
local function lines() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '|') end
local function relative(buffer)
  return (vim.api.nvim_buf_get_name(buffer):gsub('^' .. vim.pesc(vault) .. '/', ''))
end

-- What a person's settings hold, without the lines that only a session needs.
local exit
local function on_exit(code, signal) exit = { code, signal } end
local client_id
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function(args)
    local box = vim.fn.finddir('.slipbox', vim.fn.expand('<afile>:p:h') .. ';')
    if box == '' then return end
    client_id = client_id or vim.lsp.start_client({
      name = 'slip', cmd = { slip, 'lsp' },
      root_dir = vim.fn.fnamemodify(box, ':p:h:h'),
      on_exit = on_exit,
    })
    vim.lsp.buf_attach_client(args.buf, client_id)
  end,
})

-- Whatever Neovim would tell the person at its foot is a fact too.
vim.notify = function(message, level)
  if (level or 0) >= vim.log.levels.WARN then fail('Neovim says: ' .. message) else say('notice', message) end
end

local function session()
  vim.o.hidden = true
  vim.cmd('filetype on')
  vim.cmd('edit ' .. vim.fn.fnameescape(vault .. '/Alpha.md'))
  local alpha = vim.api.nvim_get_current_buf()
  if not wait('the server', function()
    local client = client_id and vim.lsp.get_client_by_id(client_id)
    return client and client.initialized
  end) then return end
  local client = vim.lsp.get_client_by_id(client_id)

  -- Diagnostics.
  wait('diagnostics', function() return #vim.diagnostic.get(alpha) > 0 end)
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(alpha)) do
    local code = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
    table.insert(found, ('%d:%d %s %s'):format(d.lnum + 1, d.col + 1, code, d.message))
  end
  expect('diagnostics', table.concat(found, '; '), "3:20 broken-link there is no note 'Nowhere'")

  -- Completion: type, ask as CTRL-X CTRL-O does, take the first.
  vim.cmd('normal! Go[[Be')
  vim.api.nvim_win_set_cursor(0, { vim.fn.line('$'), 3 })
  vim.cmd('startinsert!')
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.position.character = 4
  local reply = client.request_sync('textDocument/completion', params, wait_for, alpha)
  local items = reply and reply.result and (reply.result.items or reply.result) or {}
  local labels = {}
  for _, item in ipairs(items) do table.insert(labels, item.label) end
  expect('completion', table.concat(labels, '; '), 'Beta')
  vim.cmd('stopinsert')
  if items[1] then
    vim.lsp.util.apply_text_edits({ items[1].textEdit }, alpha, client.offset_encoding)
  end
  expect('completed', lines(), '# Alpha||See [[Beta]] and [[Nowhere]].|[[Beta]]')

  -- Definition.
  vim.api.nvim_win_set_cursor(0, { 3, 7 })
  vim.lsp.buf.definition()
  wait('the jump', function() return vim.api.nvim_get_current_buf() ~= alpha end)
  expect('definition', relative(0) .. ':' .. vim.fn.line('.'), 'Folder/Beta.md:1')
  vim.api.nvim_set_current_buf(alpha)

  -- Rename.
  vim.api.nvim_win_set_cursor(0, { 3, 7 })
  vim.lsp.buf.rename('Gamma')
  wait('the rename', function() return exists('Folder/Gamma.md') end)
  expect('renamed', lines(), '# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]')
  expect('old file', exists('Folder/Beta.md') and 'there' or 'gone', 'gone')
  expect('new file', exists('Folder/Gamma.md') and 'there' or 'missing', 'there')

  -- Save.
  vim.cmd('silent wall')
  expect('saved Alpha.md', contents('Alpha.md'), '# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]')
  expect('saved Folder/Gamma.md', contents('Folder/Gamma.md'), '# Gamma||## Part||Text.')

  -- Diagnostics are of the buffer as it is now: the renamed note is found.
  local after = {}
  wait('diagnostics after the rename', function()
    after = vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(alpha))
    return #after == 1
  end)
  expect('diagnostics after', table.concat(after, '; '), "there is no note 'Nowhere'")

  -- Leave: `shutdown`, its answer, `exit`.
  client.stop()
  wait('the end of the server', function() return exit ~= nil end)
  if exit then expect('server ended', ('status %d, signal %d'):format(exit[1], exit[2]), 'status 0, signal 0') end

  -- Neovim's log of the protocol: nothing at warning or above.
  local log, complaints = vim.lsp.get_log_path(), {}
  if vim.loop.fs_stat(log) then
    for _, line in ipairs(vim.fn.readfile(log)) do
      if line:match('^%[ERROR%]') or line:match('^%[WARN%]') then table.insert(complaints, line) end
    end
  end
  for _, line in ipairs(complaints) do say('log', line) end
  expect('complaints in the log', #complaints, 0)
end

local ok, message = xpcall(session, debug.traceback)
if not ok then fail(message) end
io.stdout:flush()
vim.cmd(failures == 0 and 'qall!' or 'cquit 1')
