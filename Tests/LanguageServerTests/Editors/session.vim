" A session of Vim (9.0 or later) with `slip lsp`, by a small client of its own: Vim has none built in.
"   SLIP=… VAULT=… vim -Nu NONE -i NONE -n -es -S session.vim
" Prints `key: value` lines; status 0 when all went well, 1 otherwise.
set encoding=utf-8 hidden noswapfile
scriptencoding utf-8
let s:slip = $SLIP
let s:vault = resolve($VAULT)
let s:patience = 20000
let s:failures = 0
let s:said = []
let s:published = {}
let s:versions = {}
let s:stderr = []
let s:asked = []
let s:status = -1

function! s:say(key, value)
  call add(s:said, a:key .. ': ' .. a:value)
endfunction

function! s:fail(what)
  let s:failures += 1
  call s:say('failed', a:what)
endfunction

function! s:expect(key, value, wanted)
  call s:say(a:key, a:value)
  if string(a:value) !=# string(a:wanted)
    call s:fail(a:key .. ' should be ' .. a:wanted)
  endif
endfunction

function! s:wait(what, Condition)
  let waited = 0
  while !a:Condition()
    if waited > s:patience
      call s:fail('waited in vain for ' .. a:what)
      return 0
    endif
    sleep 20m
    let waited += 20
  endwhile
  return 1
endfunction

" --- The client

function! s:uri(path)
  return 'file://' .. substitute(a:path, '[^A-Za-z0-9/._~-]', {m -> join(map(range(len(m[0])), {_, i -> printf('%%%02X', char2nr(m[0][i]))}), '')}, 'g')
endfunction

function! s:path(uri)
  return substitute(substitute(a:uri, '^file://', '', ''), '\%(%\x\x\)\+', {m -> iconv(join(map(split(m[0][1:], '%'), {_, h -> nr2char(str2nr(h, 16), 0)}), ''), 'latin1', 'latin1')}, 'g')
endfunction

" What the server says unasked, or asks.
function! s:heard(channel, message)
  if !has_key(a:message, 'method') | return | endif
  if a:message.method ==# 'textDocument/publishDiagnostics'
    let s:published[s:path(a:message.params.uri)] = a:message.params.diagnostics
  elseif a:message.method ==# 'window/showMessage'
    call s:say('message', a:message.params.message)
  elseif has_key(a:message, 'id')
    call add(s:asked, a:message.method)
    let result = a:message.method ==# 'workspace/configuration' ? map(copy(a:message.params.items), 'v:null') : v:null
    call ch_sendexpr(a:channel, #{id: a:message.id, result: result})
  endif
endfunction

function! s:notify(method, params)
  call ch_sendexpr(s:channel, #{method: a:method, params: a:params})
endfunction

function! s:ask(method, params)
  let answer = ch_evalexpr(s:channel, #{method: a:method, params: a:params}, #{timeout: s:patience})
  if empty(answer) | call s:fail(a:method .. ' was not answered') | return v:null | endif
  if has_key(answer, 'error')
    call s:fail(a:method .. ': ' .. answer.error.message)
    return v:null
  endif
  return answer.result
endfunction

function! s:text()
  return join(getline(1, '$'), "\n") .. "\n"
endfunction

function! s:document()
  return #{uri: s:uri(expand('%:p'))}
endfunction

function! s:opened()
  let path = expand('%:p')
  if has_key(s:versions, path) | return | endif
  let s:versions[path] = 1
  call s:notify('textDocument/didOpen', #{textDocument: #{uri: s:uri(path), languageId: 'markdown', version: 1, text: s:text()}})
endfunction

function! s:changed()
  let path = expand('%:p')
  let s:versions[path] += 1
  call s:notify('textDocument/didChange', #{textDocument: #{uri: s:uri(path), version: s:versions[path]}, contentChanges: [#{text: s:text()}]})
endfunction

" Bytes are what Vim counts, and what was agreed on.
function! s:here()
  return #{textDocument: s:document(), position: #{line: line('.') - 1, character: col('.') - 1}}
endfunction

function! s:replace(edits)
  let edits = sort(copy(a:edits), {a, b -> a.range.start.line == b.range.start.line ? b.range.start.character - a.range.start.character : b.range.start.line - a.range.start.line})
  let end = line('$')
  call append(end, '')
  for edit in edits
    let [from, to] = [edit.range.start, edit.range.end]
    let before = strpart(getline(from.line + 1), 0, from.character)
    let after = strpart(getline(to.line + 1), to.character)
    let lines = split(before .. edit.newText .. after, "\n", 1)
    call setline(from.line + 1, lines[0])
    if to.line > from.line | call deletebufline('%', from.line + 2, to.line + 1) | endif
    call append(from.line + 1, lines[1:])
  endfor
  if getline('$') ==# '' | call deletebufline('%', line('$')) | endif
  call s:changed()
endfunction

function! s:visit(path)
  if expand('%:p') !=# a:path | execute 'edit ' .. fnameescape(a:path) | endif
  call s:opened()
endfunction

function! s:apply(edit)
  let from = bufnr()
  for change in get(a:edit, 'documentChanges', [])
    if !has_key(change, 'kind')
      call s:visit(s:path(change.textDocument.uri))
      let meant = change.textDocument.version
      if meant isnot v:null && meant != s:versions[expand('%:p')]
        call s:fail('the edit is of version ' .. meant .. ', the buffer at ' .. s:versions[expand('%:p')])
      endif
      call s:replace(change.edits)
    elseif change.kind ==# 'rename'
      let [old, new] = [s:path(change.oldUri), s:path(change.newUri)]
      call s:visit(old)
      silent write
      call s:notify('textDocument/didClose', #{textDocument: #{uri: change.oldUri}})
      if rename(old, new) != 0 | call s:fail('cannot rename ' .. old) | endif
      execute 'silent keepalt file ' .. fnameescape(new)
      silent edit!
      call remove(s:versions, old)
      call s:opened()
    else
      call s:fail('a change of kind ' .. change.kind)
    endif
  endfor
  if has_key(a:edit, 'changes') | call s:fail('changes without versions') | endif
  execute 'buffer ' .. from
endfunction

function! s:start()
  let s:job = job_start([s:slip, 'lsp'], #{
    \ in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', cwd: s:vault, noblock: 1,
    \ out_cb: function('s:heard'),
    \ err_cb: {_, line -> add(s:stderr, line)},
    \ exit_cb: {_, status -> execute('let s:status = ' .. status)},
    \ })
  let s:channel = job_getchannel(s:job)
  let result = s:ask('initialize', #{
    \ processId: getpid(), rootUri: s:uri(s:vault), clientInfo: #{name: 'vim'},
    \ workspaceFolders: [#{uri: s:uri(s:vault), name: 'vault'}],
    \ capabilities: #{
    \   general: #{positionEncodings: ['utf-8', 'utf-16']},
    \   workspace: #{workspaceEdit: #{documentChanges: v:true, resourceOperations: ['create', 'rename', 'delete']}},
    \ }})
  if result is v:null | return 0 | endif
  call s:expect('position encoding', result.capabilities.positionEncoding, 'utf-8')
  call s:notify('initialized', {})
  return 1
endfunction

" --- The session

function! s:lines()
  return join(getline(1, '$'), '|')
endfunction

function! s:contents(path)
  return filereadable(s:vault .. '/' .. a:path) ? join(readfile(s:vault .. '/' .. a:path), '|') : '(no file)'
endfunction

function! s:session()
  if !s:start() | return | endif
  execute 'edit ' .. fnameescape(s:vault .. '/Alpha.md')
  let alpha = expand('%:p')
  call s:opened()

  call s:wait('diagnostics', {-> !empty(get(s:published, alpha, []))})
  let found = map(copy(get(s:published, alpha, [])), {_, d -> (d.range.start.line + 1) .. ':' .. (d.range.start.character + 1) .. ' ' .. d.code .. ' ' .. d.message})
  call s:expect('diagnostics', join(found, '; '), "3:20 broken-link there is no note 'Nowhere'")

  call append('$', '[[Be')
  call s:changed()
  let answer = s:ask('textDocument/completion', #{textDocument: s:document(), position: #{line: line('$') - 1, character: 4}, context: #{triggerKind: 1}})
  let items = type(answer) == v:t_dict ? answer.items : type(answer) == v:t_list ? answer : []
  call s:expect('completion', join(map(copy(items), {_, i -> i.label}), '; '), 'Beta')
  if !empty(items) | call s:replace([items[0].textEdit]) | endif
  call s:expect('completed', s:lines(), '# Alpha||See [[Beta]] and [[Nowhere]].|[[Beta]]')

  call cursor(3, 8)
  let place = s:ask('textDocument/definition', s:here())
  if type(place) == v:t_list && !empty(place) | let place = place[0] | endif
  if type(place) == v:t_dict
    call s:visit(s:path(place.uri))
    call cursor(place.range.start.line + 1, place.range.start.character + 1)
  endif
  call s:expect('definition', expand('%:p')[len(s:vault) + 1 :] .. ':' .. line('.'), 'Folder/Beta.md:1')
  execute 'buffer ' .. bufnr(alpha)

  call cursor(3, 8)
  let edit = s:ask('textDocument/rename', extend(s:here(), #{newName: 'Gamma'}))
  if edit isnot v:null | call s:apply(edit) | endif
  call s:expect('renamed', s:lines(), '# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]')
  call s:expect('old file', filereadable(s:vault .. '/Folder/Beta.md') ? 'there' : 'gone', 'gone')
  call s:expect('new file', filereadable(s:vault .. '/Folder/Gamma.md') ? 'there' : 'missing', 'there')

  silent wall
  call s:notify('textDocument/didSave', #{textDocument: s:document()})
  call s:expect('saved Alpha.md', s:contents('Alpha.md'), '# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]')
  call s:expect('saved Folder/Gamma.md', s:contents('Folder/Gamma.md'), '# Gamma||## Part||Text.')

  " The renamed note is found: only the link that was broken before is broken still.
  call s:wait('diagnostics after the rename', {-> len(get(s:published, alpha, [])) == 1})
  call s:expect('diagnostics after', join(map(copy(get(s:published, alpha, [])), {_, d -> d.message}), '; '), "there is no note 'Nowhere'")

  call ch_evalexpr(s:channel, #{method: 'shutdown', params: {}}, #{timeout: s:patience})
  call s:notify('exit', {})
  call s:wait('the end of the server', {-> job_status(s:job) ==# 'dead' && s:status != -1})
  call s:expect('server ended', 'status ' .. s:status, 'status 0')
  for line in s:stderr | call s:say('log', line) | endfor
  call s:expect('complaints in the log', len(s:stderr), 0)
endfunction

try
  call s:session()
catch
  call s:fail(v:exception .. ' at ' .. v:throwpoint)
endtry
" A silent Vim writes to its output what it prints of a buffer, and nothing else.
enew!
call setline(1, s:said)
%print
if s:failures > 0 | cquit 1 | endif
qall!
