/// The editor configuration for the server `slip lsp`. `slip help editors` shows it and `slip setup` writes it.
enum EditorLines {
    static let neovim = """
        vim.lsp.config('slip', {
          cmd = { 'slip', 'lsp' }, filetypes = { 'markdown' }, root_markers = { '.slipbox' },
        })
        vim.lsp.enable('slip')
        """

    /// Makes the code lenses of titles and headings open their references.
    static let neovimLenses = """
        vim.lsp.commands['slip.showReferences'] = function(command)
          vim.fn.setqflist(vim.lsp.util.locations_to_items(command.arguments[3], 'utf-16'))
          vim.cmd('copen')
        end
        """

    /// For Neovim 0.7 to 0.10.
    static let olderNeovim = """
        vim.api.nvim_create_autocmd('FileType', { pattern = 'markdown', callback = function(args)
          local box = vim.fn.finddir('.slipbox', vim.fn.expand('<afile>:p:h') .. ';')
          local root = box == '' and vim.fn.expand('<afile>:p:h') or vim.fn.fnamemodify(box, ':p:h:h')
          slip_clients = slip_clients or {}
          slip_clients[root] = slip_clients[root]
            or vim.lsp.start_client({ name = 'slip', cmd = { 'slip', 'lsp' }, root_dir = root })
          vim.lsp.buf_attach_client(args.buf, slip_clients[root])
        end })
        """

    /// For the plugin yegappan/lsp.
    static let vim = #"""
        call LspAddServer([#{name: 'slip', filetype: ['markdown'], path: 'slip', args: ['lsp'],
          \ rootSearch: ['.slipbox/']}])
        """#

    /// For Eglot. The last line is for Emacs 29 or later.
    static let emacs = """
        (with-eval-after-load 'eglot
          (add-to-list 'eglot-server-programs '(markdown-mode . ("slip" "lsp"))))
        (add-hook 'markdown-mode-hook #'eglot-ensure)
        (setq project-vc-extra-root-markers '(".slipbox"))
        """

    static let helix = """
        [language-server.slip]
        command = "slip"
        args = ["lsp"]
        [[language]]
        name = "markdown"
        language-servers = ["slip"]
        roots = [".slipbox"]
        """

    static let kakoune = """
        hook -group lsp-filetype-markdown global BufSetOption filetype=markdown %{
            set-option buffer lsp_servers %{
                [slip]
                root_globs = [".slipbox"]
                command = "slip"
                args = ["lsp"]
            }
        }
        """

    static let visualStudioCode = """
        "glspc.server.command": "slip",
        "glspc.server.commandArguments": ["lsp"],
        "glspc.server.languageId": ["markdown"]
        """
}
