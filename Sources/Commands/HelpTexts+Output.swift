import Arguments
import Rendering

/// The topics about output formats, environment variables and exit codes.
extension HelpTexts {
    static func formats(_ help: HelpText) -> String {
        let columns = Column.Standard.allCases.map(\.rawValue).joined(separator: ", ")
        return help.table([
            (
                "text",
                "title, path, status, date, keywords and matching lines; on a terminal with numbers, for commands such as slip edit %2"
            ),
            (
                "paths",
                "one path per line, relative to the current directory (default if standard output is not a terminal)"
            ),
            ("vimgrep", "path:line:column:text, one line per match, for editors"),
            ("json, jsonl", "an array of objects, or one object per line"),
            ("csv, tsv", "a table with a header row; CSV is exact, TSV has \\t \\n \\\\ in its fields"),
            ("-0", "paths as raw bytes, each followed by NUL"),
            ("--template TEXT", "one line per note, with fields in {{…}} and \\t \\n \\\\ \\{"),
        ]) + "\n\n"
            + help.paragraphs(
                """
                Fields of templates and of --fields: \(columns), and any front matter key. Nested keys have dots.

                    slip search is:draft --template '{{due}}\\t{{title}}'
                    slip search is:draft --format csv --fields path,title,due

                excerpt is the first 3 lines of the displayed body, after the title's heading, with at most 200
                characters each. In the text format, 'slip search --lines N' shows N of these lines below each note
                (default: 0). If the query has text terms, it shows N passages instead (default: 3).

                A note in JSON has path, title, folder, status, keywords, favorite, created, modified, id, aliases,
                order, words, size, links, attachments, tasks and properties. If terms of the query match at positions
                in the note, it also has snippet and matches. If the query has text terms, it also has score. A near
                match has nearly, with lacks and instead. With --git, or if the query uses the history, it has git, with
                first, last, commits, authors and dirty. If a path is not valid UTF-8, path_base64 is added. Grouped
                results are an array of objects with group and notes. 'slip show' prints one object per note, which also
                has body, headings and backlinks, and the size in bytes of each attachment.

                Other commands print objects with these members:

                    keyword list         keyword, notes, active, color
                    folder list, tree    path, notes, all
                    property list        key, notes, kinds
                    property list KEY    value, notes
                    task list            path, line, column, done, text, date
                    check                path, line, column, kind, message, help
                    links                path, links, backlinks, mentions
                    suggest              term, notes, summary
                    trash list           path, time, with
                    index --status       vault, index, state, notes, size, pending,
                                         watched, watch, watch_obstacle
                    index --verify       good, notes, rebuilt, faults,
                                         differences (path or word, parts)
                    changes              title, done, operations, remarks
                    history              commit, date, author, address, subject, path, old_path,
                                         deleted, words, status, keywords, patch
                    git status           attributes, merge_driver, diff_driver, hook,
                                         attributes_committed, branch, upstream, dates, shallow
                    git sync             committed, message, merged, pushed, upstream, conflicts
                    undo --list          number, time, command, files
                    undo, redo           title, done, changes (time, command, files),
                                         interrupted, skipped

                An error is an object on standard error: error, with kind, message, help, offset, path and line. Future
                versions may add members, but never rename them. --format-version 1 selects this version.
                """)
    }

    static let environment: [(String, String)] = [
        ("SLIPBOX_VAULT", "vault to use if --vault is not given"),
        ("SLIPBOX_PAGER, PAGER", "pager for long output on a terminal (default: less); empty for none"),
        ("SLIPBOX_NOW", "time to use instead of the current time, such as 2024-03-27T10:21:34Z"),
        ("SLIPBOX_DEBUG", "1: print each SQL statement with its duration, and details of errors"),
        ("XDG_CONFIG_HOME", "folder of slipbox/config.yaml, your own configuration with aliases (default: ~/.config)"),
        ("PATH", "folders to search for programs slip-NAME; relative folders are ignored"),
        ("VISUAL, EDITOR", "editor of edit, daily, browse and new --edit; may include arguments"),
        ("COLORTERM", "truecolor: the terminal supports all colors, regardless of TERM"),
        (
            "COLORFGBG",
            "text and background colors of the terminal, such as 15;0; adds colors that suit it"
        ),
        ("FORCE_HYPERLINK", "1: the terminal supports links (OSC 8); 0: it does not (default: detected)"),
        ("NO_COLOR", "any value except empty: no colors; matches are bold on a terminal"),
        ("CLICOLOR_FORCE", "any value except 0: use colors even if standard output is not a terminal"),
        ("CLICOLOR", "0: no colors, unless CLICOLOR_FORCE is set"),
        ("TERM", "dumb: no colors and no pager"),
        ("TZ", "time zone"),
        (
            "XDG_CACHE_HOME",
            "folder of the index if the vault is read-only or on a network file system (default: ~/.cache)"
        ),
        (
            "XDG_STATE_HOME",
            "folder of the machine's identifier if there is no /etc/machine-id (default: ~/.local/state)"
        ),
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
        ("0", "done, or something was found"),
        ("1", "nothing was found; for 'check' and 'index --verify': a problem was found"),
        ("2", "an error; a message on standard error says what failed and what to do"),
    ]
}
