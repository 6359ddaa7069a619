/// Commands and options of other programs that have no exact equivalent, each with the nearest one.
///
/// They are explained in an error message. `BuiltInAliases` has those that are accepted.
package enum ForeignWords {
    /// Returns advice for an unknown command, or nil if the word is not in the table.
    package static func help(forCommand name: String) -> String? {
        commands[name.lowercased()].map { "here it is: \($0)" }
    }

    /// Returns advice for an option, with its hyphens, that a command does not have.
    ///
    /// - Parameter changes: whether the command changes notes: its short options follow other conventions.
    package static func help(forOption name: String, changes: Bool = false) -> String? {
        changes ? changing[name] ?? searching[name].flatMap { name.hasPrefix("--") ? $0 : nil } : searching[name]
    }

    private static let commands: [String: String] = [
        "query": "slip search", "look": "slip search", "orphan": "slip search is:orphan",
        "tag": "slip keyword list; or slip keyword add NOTE KEYWORD",
        "keywords": "slip keyword list", "labels": "slip keyword list", "folders": "slip folder tree",
        "mkdir": "slip folder new FOLDER", "properties": "slip property list", "fields": "slip property list",
        "print": "slip show NOTE", "less": "slip show NOTE", "get": "slip show NOTE", "backlink": "slip links NOTE",
        "del": "slip rm NOTE", "move": "slip mv NOTE DEST",
        "cp": "slip new TITLE", "touch": "slip new TITLE", "make": "slip new TITLE",
        "fsck": "slip check", "validate": "slip check", "fix": "slip check --fix", "verify": "slip index --verify",
        "status": "slip index --status", "update": "slip index", "sync": "slip index", "config": "slip help config",
        "restore": "slip trash restore PATH", "revert": "slip undo", "log": "slip undo --list",
        "todos": "slip task list", "tick": "slip task done NOTE:LINE", "usage": "slip help",
    ]

    private static let searching: [String: String] = [
        "-i": "case never matters", "--ignore-case": "case never matters", "-I": "case never matters",
        "-s": "case never matters; a regular expression heeds it: /Text/",
        "--case-sensitive": "case never matters; a regular expression heeds it: /Text/",
        "-l": "paths alone: --format paths", "--files-with-matches": "paths alone: --format paths",
        "-L": "notes without a word: slip search -- -word",
        "-C": "lines around a match are not shown; the best passages are: --format text",
        "-A": "lines around a match are not shown; the best passages are: --format text",
        "-B": "lines around a match are not shown; the best passages are: --format text",
        "--context": "lines around a match are not shown; the best passages are: --format text",
        "-w": "words are always whole; a star finds longer ones: word*",
        "--word-regexp": "words are always whole; a star finds longer ones: word*",
        "-v": "notes without a word: slip search -- -word",
        "--invert-match": "notes without a word: slip search -- -word",
        "-r": "folders below are always searched; --scope here does not", "-R": "folders below are always searched",
        "--recursive": "folders below are always searched; --scope here does not",
        "-e": "a regular expression stands in slashes: /expression/",
        "-E": "a regular expression stands in slashes: /expression/",
        "--regexp": "a regular expression stands in slashes: /expression/",
        "--regex": "a regular expression stands in slashes: /expression/",
        "-F": "text as it stands: contains:text", "--fixed-strings": "text as it stands: contains:text",
        "-o": "places of the matches: --format vimgrep", "--only-matching": "places of the matches: --format vimgrep",
        "-g": "paths by pattern: path:word, in:Folder", "--glob": "paths by pattern: path:word, in:Folder",
        "--line-number": "places of the matches: --format vimgrep", "-m": "the number of notes: --limit COUNT",
        "--max-count": "the number of notes: --limit COUNT", "-a": "every note: --scope all",
        "--all": "every note: --scope all", "-p": "--format text",
        "--json": "--format json", "--csv": "--format csv", "--tsv": "--format tsv", "--print0": "-0",
        "--print": "--format paths", "--output": "--format FORMAT",
        "--tag": "slip search tag:NAME, or '#NAME'", "--tags": "slip search tag:NAME, or '#NAME'",
        "--keyword": "slip search '#NAME'", "--match": "the words themselves: slip search WORD",
        "--text": "the words themselves: slip search WORD", "--title": "slip search title:WORD",
        "--status": "slip search status:draft",
        "--orphan": "slip search is:orphan", "--orphans": "slip search is:orphan",
        "--link-to": "slip search links-to:NOTE", "--linked-by": "slip search linked-from:NOTE",
        "--links-to": "slip search links-to:NOTE", "--no-links": "slip search no:link",
        "--created": "slip search created:2024-03", "--created-after": "slip search created:>2024-03-01",
        "--created-before": "slip search created:<2024-03-01", "--modified": "slip search modified:7d",
        "--modified-after": "slip search modified:>2024-03-01",
        "--modified-before": "slip search modified:<2024-03-01", "--since": "slip search created:>2024-03-01",
        "--after": "slip search created:>2024-03-01", "--before": "slip search created:<2024-03-01",
        "--reverse": "a direction stands behind the key: --sort title-", "--desc": "--sort title-",
        "--asc": "--sort title+", "--order": "--sort KEYS", "--sort-by": "--sort KEYS", "--group-by": "--group KEY",
        "--path": "--in FOLDER", "--dir": "--in FOLDER", "--folder": "--in FOLDER", "--exclude": "-word, -in:Folder",
    ]

    private static let changing: [String: String] = [
        "-f": "--force", "-y": "--force", "--yes": "--force", "--assume-yes": "--force",
        "--no-act": "--dry-run", "--what-if": "--dry-run", "--preview": "--dry-run", "--simulate": "--dry-run",
        "-i": "a question comes by itself, unless --force",
        "--interactive": "a question comes by itself, unless --force",
        "--title": "a title stands alone in slip new TITLE; later: slip set NOTE title=TITLE",
        "--status": "slip set NOTE status=STATUS", "--tag": "slip keyword add NOTE NAME",
        "--tags": "slip keyword add NOTE NAME", "--keyword": "slip keyword add NOTE NAME",
        "-t": "the folder comes last: slip mv NOTE… FOLDER/",
        "--target-directory": "the folder comes last: slip mv NOTE… FOLDER/",
    ]
}
