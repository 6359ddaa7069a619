import Arguments
import Browser
import QueryLanguage
import SourceText
import VaultFiles

enum HelpTexts {
    static let query = """
        A note must contain all words of the query, in any order. Case and diacritics do not matter. Quotes group a
        phrase, and a star at the end of a word matches any ending: "slip box", zettel*.

        OR, AND and NOT must be in capitals. AND is implied and binds closer than OR. A hyphen before a term excludes
        it. Parentheses group terms.

            slip search 'drawer (rust OR go) -draft'

        A field limits a term to one property: status:review, #keyword, last:7d, in:Folder, links-to:Note. A comma means
        OR. Numbers and dates accept < <= > >= and ranges with two dots: priority:1..3, due:<2024-06. Any front matter
        key is a field. See 'slip help fields'.

        /expression/ is a regular expression, contains:"ox ba" is a substring, and @name is a saved search. The shell
        interprets quotes, stars and <, so put the query in single quotes.

            slip search 'status:review last:7d has:attachment "slip box" -#private sort:modified'

        If fewer than ten notes match, a terminal also lists near matches. A near match lacks a word, or contains a word
        that differs by a letter or two, is longer, or is another form of it. Conditions other than text are never
        relaxed. --nearly lists near matches in every format, and --no-nearly never lists them. nearly: in the
        configuration sets the default, except for -0.

        'slip search --explain QUERY' shows how a query is parsed and evaluated, and how the first notes are ranked.
        """

    static func fields(_ help: HelpText) -> String {
        let rows = Field.allCases.map { field in
            let names = field.aliases.isEmpty ? "" : " (also \(field.aliases.map { "\($0):" }.joined(separator: " ")))"
            return ("\(field.rawValue):", field.summary + names)
        }
        return help.table(rows) + "\n\n"
            + help.paragraphs(
                """
                Any other name is a front matter key. Its value is the whole text, a text with stars, a number or a
                date. Nested keys have dots. prop.NAME: is a front matter key with the same name as a field. To list the
                front matter keys, run 'slip property list'. To complete a partial query, run 'slip suggest PARTIAL'.

                    slip search 'has:attachment words:>100 -is:orphan'
                    slip search 'author:*luhmann* rating:>=4'
                    slip suggest 'status:re'
                """)
    }

    static let dates = """
        2024, 2024-03, 2024-03-27 and 2024-03-27T11:48 mean their whole period: created:2024-03 matches all of March,
        and created:>2024-03 begins in April. today, yesterday and tomorrow are days.

        7d means the last 7 days. With an operator or in a range, it is the time 7 days ago, and +7d is the time in 7
        days. The units are min, h, d, w, mo and y. min and h are exact. d, w, mo and y are calendar units in local
        time.

            slip search 'created:2024-01..2024-03'
            slip search 'due:today..+7d sort:due+'
            slip search 'modified:7d -last:30d'

        last:7d matches notes created within the last 7 days, older:30d notes created earlier than 30 days ago. If a key
        contains dates, 'slip set' writes today, tomorrow, yesterday, +7d and -2w as the date.
        """

    static func frontMatter(_ help: HelpText) -> String {
        let rows = FrontMatterKey.allCases.map { key in
            let names = key.names.dropFirst()
            let also = names.isEmpty ? "" : "; also \(names.joined(separator: ", "))"
            return (key.rawValue, meaning(key) + also)
        }
        return help.table(rows) + "\n\n"
            + help.paragraphs(
                """
                Names match regardless of case, hyphens, underscores and spaces. To add names, set keys: in the
                configuration. Any other key is a property, which you can search, display and set by its name.

                    slip set 'Slip box' status=review keywords+=method due=+7d
                    slip property list
                """)
    }

    private static func meaning(_ key: FrontMatterKey) -> String {
        switch key {
        case .title: "the title (default: a heading at the start of the body, or the file name)"
        case .status: "one of statuses: in the configuration"
        case .keywords: "a list of keywords, in addition to hashtags in the body"
        case .favorite: "true or false"
        case .links: "a list of links to notes"
        case .created: "the creation date (default: the date in the file name, or that of the file)"
        case .modified: "the modification date (default: that of the file)"
        case .id: "an identifier that never changes"
        case .aliases: "a list of alternative titles"
        case .attachments: "a list of attachments"
        case .order: "a whole number to sort by"
        }
    }

    static let git = """
        If the vault is in a git repository, queries can use its history:

            is:dirty       the note differs from the last commit
            is:untracked   git does not track the note
            since:REV      the note differs from a commit: a branch, a tag, HEAD~20, or a date
            by:NAME        an author with that name or address changed the note
            committed:     the date of the last commit that changed the note
            commits:       the number of commits that changed the note

        sort: and group: accept committed and commits, and group: also by.

            slip search 'since:main status:draft'
            slip search --at v1.0 is:review
            slip history NOTE --patch

        --at REV searches the vault as it was at that commit, without changing any file. The indexes of the last few
        such commits are kept. --git adds first, last, commits, authors and dirty of each note to JSON. The fields of
        templates and tables are git.first, git.last, git.commits, git.authors and git.dirty.

        With 'dates: git' in the configuration, dates survive a clone. A note without created: gets the date of its
        first commit, across renames. A note without modified: gets that of the last commit that changed its content. If
        the content changed after modified: in the note, committed or not, the later date counts, and 'slip check'
        reports stale-modified.

        'slip git setup' sets up a driver that merges notes key by key, and a check before each commit. Run it once in
        every clone. 'slip git status' shows what is set up. 'slip git sync' commits, fetches, merges and pushes. 'slip
        check --staged' and '--since' list the problems that a commit or a branch introduces.

        Commands that only read never run anything that a repository configures. Notes in a submodule inside the vault
        are searched, but --at does not include them.
        """

    static let editors = """
        'slip lsp' is a language server that editors start. A note must be in a vault, a folder with a .slipbox
        subfolder. For files outside of any vault, only features within the file are available. 'slip setup' writes the
        following configuration for you.

        Neovim 0.11 or later, in init.lua:

        \(EditorLines.neovim.indented(4))

        The lenses above titles and headings run the client command slip.showReferences, with a note, a position and
        locations. To define it in Neovim:

        \(EditorLines.neovimLenses.indented(4))

        Neovim 0.7 to 0.10:

        \(EditorLines.olderNeovim.indented(4))

        In these versions, omnifunc shows only completions that start with the typed text. A completion plugin shows
        all.

        Vim with the plugin yegappan/lsp:

        \(EditorLines.vim.indented(4))

        Emacs with Eglot and the package markdown-mode (the last line requires Emacs 29 or later):

        \(EditorLines.emacs.indented(4))

        Helix, in languages.toml:

        \(EditorLines.helix.indented(4))

        Kakoune with kakoune-lsp, in kakrc:

        \(EditorLines.kakoune.indented(4))

        VS Code with the extension Generic LSP Client (v2), in settings.json:

        \(EditorLines.visualStudioCode.indented(4))

        Zed has no extension for slip. With the extension for Marksman, in settings.json:

            "lsp": { "marksman": { "binary": { "path": "slip", "arguments": ["lsp"] } } }

        Settings are read from initializationOptions, or from the section slip of the editor's settings:

            severities    an object: kind of problem to error, warning, information, hint or off
            linkStyle     vault, wiki or markdown
            linkName      name, path or title
            codeLens      true or false
            inlayHints    true or false

        Commands take a list of arguments, for editors that let the user run them. The last argument may be an object
        with the uri of a note or folder, which selects the vault:

            slip.search    a query, {limit}             returns locations
            slip.new       a title, {folder, template}  creates a note; returns its location
            slip.daily     {date, folder}               returns the daily note, created if needed
            slip.vaults                                 returns vaults with their numbers of notes
            slip.index     {}                           updates the index
            slip.init      the URI of a folder          creates a vault in it
        """

    static let links = """
        [[Name]], [[Name|label]], [[Name#Heading]], ![[picture.png]] and [label](path.md) are links, in the body and in
        front matter values.

        The target of a link is the first of these that exists:

            1. the file at that path, from the note's folder
            2. the file at that path, from the vault's root
            3. a file with that name or end of its path; the extension is optional
            4. a note with that id, title or alias

        An exact match is preferred to one that ignores case and diacritics. If several files match, the nearest one in
        the folder tree is preferred. Then the shortest path is preferred, then the first one alphabetically. If only
        the length or the alphabet decides, the link is ambiguous. A path to a folder leads to its index or README note,
        or to the folder itself. A path that starts with / is relative to the vault's root.

            slip links NOTE                 list links and backlinks
            slip search is:broken           find notes with broken links
            slip search 'links-to:Note'     find notes that link to a note
            slip check                      list broken and ambiguous links
            slip mv NOTE NAME               rename a note, and update links
        """

    static let config: [(String, String)] = [
        (
            "statuses:",
            "list of statuses; notes without a status have the first one (default: [draft, review, archived])"
        ),
        ("extensions:", "list of file name extensions of notes (default: [md, markdown])"),
        (
            "ignore:",
            "list of globs of ignored paths, as in .gitignore: [\"/Templates/\"] (default: none)"
        ),
        ("hashtags:", "whether #words in the body are keywords (default: true)"),
        (
            "titles:",
            "heading: a heading at the start of the body is the title; name: titles are never taken from headings (default: heading)"
        ),
        (
            "dates:",
            "source of missing dates. file: the dates of the file; git: the first and last commits (default: file)"
        ),
        ("keys:", "additional names of known keys: {created: [published], keywords: [topics]}"),
        ("searches:", "saved searches, in addition to @all, @recent and @favorites: {inbox: \"no:keyword\"}"),
        ("keywords:", "colors of keywords, including unused ones: {important: \"#d04020\"}"),
        (
            "attachment-extensions:",
            "extensions of files that are removed with their notes (default: images, PDF, audio, video, office files)"
        ),
        ("touch-modified:", "whether a change updates an existing modified: key (default: true)"),
        ("sort:", "default sort order, such as modified (default: relevance, or newest first)"),
        ("limit:", "maximum number of results on a terminal (default: 50)"),
        (
            "nearly:",
            "whether to list near matches if few notes match: true or false (default: only on a terminal)"
        ),
        (
            "watch:",
            "auto: a search that takes longer than 20 ms to check the files starts a watcher; off: none is started (default: off)"
        ),
        ("daily:", "folder, name and template of daily notes: {folder: Journal, name: \"{{date}}\", template: daily}"),
        ("colors:", "styles of displayed text: {title: bold cyan, match: \"#d04020\"}"),
    ]

    static let configExample = """
        All keys are optional. Invalid values are reported, and the default is used.

            statuses: [draft, review, archived]
            ignore: ["/Templates/", "*.excalidraw.md"]
            keys: {created: [published]}
            searches:
              inbox: "status:draft no:keyword"

        'slip init' proposes settings for a new vault. To list errors in the file, run 'slip check --kind config'.
        """

    static func config(_ help: HelpText) -> String {
        help.table(config) + "\n\n" + help.paragraphs(configExample)
            + "\n\nKeys of colors:, with their default styles:\n\n"
            + help.table(Role.allCases.map { ($0.rawValue, "\($0.summary): \($0.usual(on: nil))") })
            + "\n\n"
            + help.paragraphs(
                """
                No color of the standard sixteen is legible on both dark and light backgrounds, so the default styles
                have none. 'slip browse' asks the terminal for its background color, and adds colors that suit it. Other
                commands add colors if COLORFGBG is set.

                A style consists of bold, dim, italic, underline, reverse, strikethrough or plain, and a color. A color
                after on is the background. Colors are black, red, green, yellow, blue, magenta, cyan and white, these
                with the prefix bright-, a CSS name or "#RRGGBB".
                """)
    }

    static func keys(_ help: HelpText) -> String {
        func table(_ bindings: [KeyBinding]) -> String {
            KeyBinding.Group.allCases.compactMap { group in
                let rows = bindings.filter { $0.group == group }.map { binding in
                    (binding.keys.joined(separator: "  "), binding.summary + binding.place)
                }
                return rows.isEmpty ? nil : "\(group.rawValue):\n\n" + help.table(rows)
            }.joined(separator: "\n\n")
        }
        return help.paragraphs(
            """
            The search line is edited as in Emacs and readline: Ctrl-A, Ctrl-E, Alt-B, Alt-F, Ctrl-W, Alt-D, Ctrl-U and
            Ctrl-K. Ctrl-V pastes deleted text, and Ctrl-_ undoes an edit. Printable characters are inserted into the
            search line, in every pane.

                slip browse 'status:review'
                slip browse --keys vim
            """) + "\n\n" + table(BrowserKeys.usual) + "\n\n"
            + help.paragraphs(
                "With --keys vim, Esc moves from the search line to the list, which has these additional keys:")
            + "\n\n" + table(BrowserKeys.vim)
    }
}
