import Arguments
import Browser
import QueryLanguage
import Rendering
import SourceText
import VaultFiles

enum HelpTexts {
    static let query = """
        Words side by side all have to be in a note, in any order; case and diacritics never matter. Quotes make a
        phrase, and a star at the end of a word stands for any ending: "slip box", zettel*.

        OR, AND and NOT count in capitals; a hyphen before a term excludes it; parentheses group.

            slip search 'drawer (rust OR go) -draft'

        A field narrows a term to one thing: status:review, #keyword, last:7d, in:Folder, links-to:Note. Commas mean any
        of several values, and numbers and dates take < <= > >= and ranges with two dots: priority:1..3, due:<2024-06.
        Any front matter key is a field. All of them: slip help fields.

        /expression/ is a regular expression, contains:"ox ba" any text inside words, @name a saved search. The shell
        takes quotes, stars and < for itself: put the query in single quotes.

            slip search 'status:review last:7d has:attachment "slip box" -#private sort:modified'

        Where fewer than ten notes hold every word, a terminal shows those that come nearest below them, each with the
        words it lacks or what stands there instead: one a letter or two off, a longer one, another form. What is not
        text holds strictly there too. --nearly shows them anywhere, --no-nearly nowhere; nearly: true or false in the
        configuration says so for all searches but those of -0, whose paths other programs go on with.

        'slip search --explain QUERY' says how a query was read, and why the first notes stand where they stand.
        """

    static func fields(_ help: HelpText) -> String {
        let rows = Field.allCases.map { field in
            let names = field.aliases.isEmpty ? "" : " (also \(field.aliases.map { "\($0):" }.joined(separator: " ")))"
            return ("\(field.rawValue):", field.summary + names)
        }
        return help.table(rows) + "\n\n"
            + help.paragraphs(
                """
                Any other name is a front matter key: its value is the whole text, or one with stars, a number or a date;
                inner keys stand behind a dot, and prop.NAME: asks for a key that bears a field's name. The keys there
                are: slip property list. What could come next: slip suggest PARTIAL.

                    slip search 'has:attachment words:>100 -is:orphan'
                    slip search 'author:*luhmann* rating:>=4'
                    slip suggest 'status:re'
                """)
    }

    static let dates = """
        2024, 2024-03, 2024-03-27 and 2024-03-27T11:48 stand for their whole span: created:2024-03 is all of March, and
        created:>2024-03 begins in April. today, yesterday and tomorrow are days.

        7d is the last 7 days; with an operator or in a range it is the moment 7 days ago, and +7d the one ahead. The
        units are min and h, which are exact, and d, w, mo and y, which are steps of the calendar in local time.

            slip search 'created:2024-01..2024-03'
            slip search 'due:today..+7d sort:due+'
            slip search 'modified:7d -last:30d'

        last:7d is what was created within that time, older:30d what was created longer ago. 'slip set' writes today,
        tomorrow, yesterday, +7d and -2w as the date where a key holds dates.
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
                Names are compared without case, hyphens, underscores and spaces; keys: in the configuration adds names.
                Any other key is a property, which can be asked for, shown and set by its name.

                    slip set 'Slip box' status=review keywords+=method due=+7d
                    slip property list
                """)
    }

    private static func meaning(_ key: FrontMatterKey) -> String {
        switch key {
        case .title: "the title; else a heading that is the first thing in the body, else the file's name"
        case .status: "one of statuses: in the configuration"
        case .keywords: "a list; hashtags in the body count too"
        case .favorite: "true or false"
        case .links: "a list of notes it links to"
        case .created: "when it was made; else the date in the file's name, else the file's time"
        case .modified: "when it was last changed; else the file's time"
        case .id: "a name that stays"
        case .aliases: "a list of other titles"
        case .attachments: "a list of files that belong to it"
        case .order: "a whole number to sort by"
        }
    }

    static let git = """
        In a git repository, or any folder of one, git can be asked too. is:dirty is what differs from the last commit,
        is:untracked what git does not know, since:REV what differs from a commit: a branch, a tag, HEAD~20, or a date for
        the last commit before it. by:NAME finds notes that somebody of that name or address changed, committed: when the
        last commit was written that did, commits: how many did. sort: and group: know committed and commits, group: by.

            slip search 'since:main status:draft'
            slip search --at v1.0 is:review
            slip history NOTE --patch

        --at REV answers from the vault as it was at that commit, without touching a file; the index of the last few that
        were asked for is kept. --git gives first, last, commits, authors and dirty of each note in JSON; fields of
        templates and tables are git.first, git.last, git.commits, git.authors and git.dirty.

        dates: git in the configuration makes dates survive a clone: a note that says none was made with the first commit
        that has it, renames followed, and changed with the last that changed its content. If the content changed after
        the note's own modified:, committed or not, the later time counts: 'slip check' reports stale-modified.

        'slip git setup' has git merge notes key by key and check them before a commit; every clone needs it once. 'slip git
        status' says what is set up, 'slip git sync' commits, fetches, merges and pushes. 'slip check --staged' and
        '--since' list what a commit or a branch brings in.

        Nothing that a repository configures is run by a command that only reads. Submodules inside a vault are searched as
        files, and not seen by --at.
        """

    static let editors = """
        'slip lsp' is a language server: an editor starts it and talks to it. A note lies in a vault, the folder that holds
        .slipbox; a text that lies in none is served as far as it goes by itself. 'slip setup' writes the lines below where
        they belong.

        Neovim 0.11 or later, in init.lua:

        \(EditorLines.neovim.indented(4))

        The lenses above titles and headings name a command of the client's, slip.showReferences, with a note, a position
        and locations. In Neovim:

        \(EditorLines.neovimLenses.indented(4))

        Neovim 0.7 to 0.10:

        \(EditorLines.olderNeovim.indented(4))

        These versions complete by omnifunc only what goes on as it was typed; a plugin for completion does all of it.

        Vim with the plugin yegappan/lsp:

        \(EditorLines.vim.indented(4))

        Emacs with Eglot, and the package markdown-mode; the last line is for Emacs 29 or later:

        \(EditorLines.emacs.indented(4))

        Helix, in languages.toml:

        \(EditorLines.helix.indented(4))

        Kakoune with kakoune-lsp, in kakrc:

        \(EditorLines.kakoune.indented(4))

        VS Code with the extension Generic LSP Client (v2), in settings.json:

        \(EditorLines.visualStudioCode.indented(4))

        Zed has no extension for slip; with that of Marksman, in settings.json:

            "lsp": { "marksman": { "binary": { "path": "slip", "arguments": ["lsp"] } } }

        Settings, as initializationOptions or in the section slip of the editor's: severities (by kind of finding: error,
        warning, information, hint, off), linkStyle (vault, wiki, markdown), linkName (name, path, title), codeLens and
        inlayHints (true, false).

        Commands, for editors that let a person call them, each with a list of arguments; the last may be an object with
        the uri of a note or folder, which says in whose vault:

            slip.search    a query, {limit}           locations
            slip.new       a title, {folder, template}  makes a note; its location
            slip.daily     {date, folder}             the note of a day, made if need be
            slip.vaults                               vaults with their numbers of notes
            slip.index     {}                         brings the index up to date
            slip.init      the URI of a folder        makes it a vault
        """

    static let links = """
        [[Name]], [[Name|label]], [[Name#Heading]], ![[picture.png]] and [label](path.md) are links, in the body and in
        the text of front matter keys.

        A link means what is at its path from the note's folder, then from the vault's root, then a file whose path ends
        so or whose name it is, with or without extension; then a note with that id, title or alias. Exactly first, then
        without case and diacritics. Of several the nearest in the tree is meant, then the one with the shortest path,
        then the first by the alphabet; where only these decide, the link is ambiguous. A path to a folder means its
        index or README note, or the folder if it has none. A path that starts with / is read from the vault's root.

            slip links NOTE                 what it links to, and what links to it
            slip search is:broken           links that lead nowhere
            slip search 'links-to:Note'     what links to a note
            slip check                      every broken and ambiguous link, with its place
            slip mv NOTE NAME               rename, and rewrite what would break
        """

    static let config: [(String, String)] = [
        ("statuses:", "a list, the first of which a note has that names none: [draft, review, archived]"),
        ("extensions:", "a list of the extensions of notes: [md, markdown]"),
        (
            "ignore:",
            "a list of globs of paths that are passed over, as in .gitignore: [\"/Templates/\"]; none unless given"
        ),
        ("hashtags:", "whether #words in the body are keywords: true"),
        ("titles:", "heading or name, which never takes a title from a heading: heading"),
        (
            "dates:",
            "file or git: where a note says no date, those of its file, or of its first and its last commit: file"
        ),
        ("keys:", "more names of known keys: {created: [published], keywords: [topics]}"),
        ("searches:", "saved searches by name, beside @all, @recent and @favorites: {inbox: \"no:keyword\"}"),
        ("keywords:", "keywords with their colours: {important: \"#d04020\"}; also those no note has"),
        ("attachment-extensions:", "extensions of files that go with their notes: pictures, PDF, sound, film, office"),
        ("touch-modified:", "whether a change brings modified: up to now where a note has it: true"),
        ("sort:", "how results are sorted where nothing else says so, such as modified"),
        ("limit:", "how many notes a terminal gets at most: 50"),
        (
            "nearly:",
            "true or false: whether notes that come near follow where few are found; unless given only on a terminal"
        ),
        (
            "watch:",
            "auto or off: whether a search that looks at the files for longer than 20 ms starts a watcher, which spares the next ones that: off"
        ),
        ("daily:", "where notes of days are: {folder: Journal, name: \"{{date}}\", template: daily}"),
        ("colors:", "how what is shown looks, by what it is: {title: bold cyan, match: \"#d04020\"}"),
    ]

    static let configExample = """
        Everything may be left out. What cannot be read is reported, and the default holds.

            statuses: [draft, review, archived]
            ignore: ["/Templates/", "*.excalidraw.md"]
            keys: {created: [published]}
            searches:
              inbox: "status:draft no:keyword"

        'slip init' proposes what suits a new vault. What is wrong in the file: slip check --kind config
        """

    static func config(_ help: HelpText) -> String {
        help.table(config) + "\n\n" + help.paragraphs(configExample) + "\n\nWhat colors: knows:\n\n"
            + help.table(Role.allCases.map { ($0.rawValue, "\($0.summary): \($0.usual(on: nil))") })
            + "\n\n"
            + help.paragraphs(
                """
                No colour of the sixteen is legible on dark and on light terminals alike: these looks have none. 'slip browse'
                asks the terminal for its background and adds colours that suit it; elsewhere they are added where COLORFGBG
                tells the background.

                A look is bold, dim, italic, underline, reverse, strikethrough or plain, and a colour, with on before that of
                the background: black, red, green, yellow, blue, magenta, cyan, white, these behind bright-, a CSS name or
                "#RRGGBB".
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
            The keys of 'slip browse'. The search line is edited as in Emacs and readline: Ctrl-A, Ctrl-E, Alt-B, Alt-F, Ctrl-W,
            Alt-D, Ctrl-U, Ctrl-K, Ctrl-V to put back what was cut, Ctrl-_ to take back. Keys that write go to the search
            line, wherever you are.

                slip browse 'status:review'
                slip browse --keys vim
            """) + "\n\n" + table(BrowserKeys.usual) + "\n\n"
            + help.paragraphs(
                "With --keys vim, Esc goes from the search line to the list, where these count beside:")
            + "\n\n" + table(BrowserKeys.vim)
    }

    static func formats(_ help: HelpText) -> String {
        let columns = Column.Standard.allCases.map(\.rawValue).joined(separator: ", ")
        return help.table([
            (
                "text",
                "for people: title, path, status, date, keywords, and the lines that matched; on a terminal with a number: slip edit %2"
            ),
            ("paths", "one path a line, from the current directory; in a pipe unless given"),
            ("vimgrep", "path:line:column:text, a line for each place, for editors"),
            ("json, jsonl", "an array of objects, or one object a line"),
            ("csv, tsv", "a table with a heading; CSV is exact, TSV has \\t \\n \\\\ in its fields"),
            ("-0", "paths, each ended by NUL, byte for byte"),
            ("--template TEXT", "a line for each note, with fields in {{…}} and \\t \\n \\\\ \\{"),
        ]) + "\n\n"
            + help.paragraphs(
                """
                Fields of templates and of --fields: \(columns), and any front matter key, inner ones behind a dot.

                    slip search is:draft --template '{{due}}\\t{{title}}'
                    slip search is:draft --format csv --fields path,title,due

                excerpt is the first 3 lines of the body as displayed, after the title's heading, of at most 200
                characters each. 'slip search --lines N' shows as many below each note in the text format (default: 0);
                where the query has text, that many passages (default: 3).

                JSON has for a note: path, title, folder, status, keywords, favorite, created, modified, id, aliases,
                order, words, size, links, attachments, tasks, properties; where the query has places snippet and
                matches, and score where it has text; nearly, with lacks and instead, in a note that only comes near;
                git, with first, last, commits, authors and dirty, where the query or --git asks for it. A name that is
                not UTF-8 has path_base64 beside path. Grouped:
                an array of group and notes. 'show' writes one object for each note, with body, headings and
                backlinks as well, and size in bytes in each attachment.

                keyword list: keyword, notes, active, color. folder list and tree: path, notes, all. property list: key,
                notes, kinds; of one key: value, notes. task list: path, line, column, done, text, date. check: path,
                line, column, kind, message, help. links: path, links, backlinks, mentions. suggest: term, notes,
                summary. trash list: path, time, with. index --status: vault, index, state, notes, size, pending,
                watched, watch, watch_obstacle. index --verify: good, notes, rebuilt, faults,
                differences (path or word, parts). What a command did or would do: title, done, operations, remarks.
                history: commit, date, author, address, subject, path, old_path, deleted, words, status, keywords,
                patch. git status: attributes, merge_driver, diff_driver, hook, attributes_committed, branch, upstream,
                dates, shallow. git sync: committed, message, merged, pushed, upstream, conflicts.
                undo --list: number, time, command, files. undo and redo: title, done, changes (time, command, files),
                interrupted, skipped.

                An error is on standard error: error with kind, message, help, offset, path, line. Fields are added over
                time, never renamed; --format-version 1 asks for these.
                """)
    }

    static let environment: [(String, String)] = [
        ("SLIPBOX_VAULT", "the vault, where --vault does not say"),
        ("SLIPBOX_PAGER, PAGER", "the pager for long output on a terminal; empty for none"),
        ("SLIPBOX_NOW", "stands in for the clock, such as 2024-03-27T10:21:34Z"),
        ("SLIPBOX_DEBUG", "1 prints each statement to the index with its time, and what is behind an error"),
        ("XDG_CONFIG_HOME", "where your own configuration is, slipbox/config.yaml with aliases; else ~/.config"),
        ("PATH", "where programs slip-NAME are found; only absolute folders count"),
        ("VISUAL, EDITOR", "the editor of edit, daily, browse and new --edit; may be several words"),
        ("COLORTERM", "truecolor: the terminal has all colours, not only those that TERM says"),
        (
            "COLORFGBG",
            "the numbers of the terminal's text and background colours, such as 15;0: adds colours that suit it"
        ),
        ("FORCE_HYPERLINK", "1: the terminal knows links (OSC 8), whatever else is known of it; 0: it does not"),
        ("NO_COLOR", "no colour, whatever its value, unless it is empty; a terminal shows matches in bold"),
        ("CLICOLOR_FORCE", "colour also where the output is no terminal, unless it is 0"),
        ("CLICOLOR", "0: no colour, unless CLICOLOR_FORCE says so"),
        ("TERM", "dumb: no colour and no pager"),
        ("TZ", "the time zone"),
        (
            "XDG_CACHE_HOME",
            "where the index goes of a vault that cannot be written, or lies on a network; else ~/.cache"
        ), ("XDG_STATE_HOME", "where a machine without /etc/machine-id gets a name; else ~/.local/state"),
    ]

    static let environmentExamples = """

            SLIPBOX_VAULT=~/notes slip search is:draft
            EDITOR='code -w' slip edit 'Slip box'
        """

    static let exitCodeExamples = """

            slip search --quiet 'due:<today' > overdue.txt || echo 'nothing is overdue'
            slip check --kind broken-link || echo 'links are broken'
        """

    static let exitCodes: [(String, String)] = [
        ("0", "done, or something found"),
        ("1", "nothing found; of 'check': something found"),
        ("2", "an error; standard error says which, and the way out"),
    ]
}
