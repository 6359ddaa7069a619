/// Commands and options of other programs that have no exact equivalent, each with the nearest one.
///
/// They are explained in an error message. `BuiltInAliases` has those that are accepted.
package enum ForeignWords {
    /// Returns advice for an unknown command, or nil if the word is not in the table.
    package static func help(forCommand name: String) -> String? {
        commands[name.lowercased()].map { "the command in slip is: \($0)" }
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
        "-i": "matching always ignores case", "--ignore-case": "matching always ignores case",
        "-I": "matching always ignores case",
        "-s": "matching ignores case, except in a regular expression: /Text/",
        "--case-sensitive": "matching ignores case, except in a regular expression: /Text/",
        "-l": "to print only paths: --format paths", "--files-with-matches": "to print only paths: --format paths",
        "-L": "to find notes without a word: slip search -- -word",
        "-C": "context lines are not available; to show the best passages: --format text",
        "-A": "context lines are not available; to show the best passages: --format text",
        "-B": "context lines are not available; to show the best passages: --format text",
        "--context": "context lines are not available; to show the best passages: --format text",
        "-w": "terms always match whole words; for longer words, add a star: word*",
        "--word-regexp": "terms always match whole words; for longer words, add a star: word*",
        "-v": "to find notes without a word: slip search -- -word",
        "--invert-match": "to find notes without a word: slip search -- -word",
        "-r": "subfolders are always searched, except with --scope here", "-R": "subfolders are always searched",
        "--recursive": "subfolders are always searched, except with --scope here",
        "-e": "write a regular expression in slashes: /expression/",
        "-E": "write a regular expression in slashes: /expression/",
        "--regexp": "write a regular expression in slashes: /expression/",
        "--regex": "write a regular expression in slashes: /expression/",
        "-F": "to search for a literal string: contains:text",
        "--fixed-strings": "to search for a literal string: contains:text",
        "-o": "to print the positions of matches: --format vimgrep",
        "--only-matching": "to print the positions of matches: --format vimgrep",
        "-g": "to search by path: path:word, in:Folder", "--glob": "to search by path: path:word, in:Folder",
        "--line-number": "to print the positions of matches: --format vimgrep",
        "-m": "to limit the number of notes: --limit COUNT",
        "--max-count": "to limit the number of notes: --limit COUNT", "-a": "to search the whole vault: --scope all",
        "--all": "to search the whole vault: --scope all", "-p": "--format text",
        "--json": "--format json", "--csv": "--format csv", "--tsv": "--format tsv", "--print0": "-0",
        "--print": "--format paths", "--output": "--format FORMAT",
        "--tag": "slip search tag:NAME, or '#NAME'", "--tags": "slip search tag:NAME, or '#NAME'",
        "--keyword": "slip search '#NAME'", "--match": "give the words as arguments: slip search WORD",
        "--text": "give the words as arguments: slip search WORD", "--title": "slip search title:WORD",
        "--status": "slip search status:draft",
        "--orphan": "slip search is:orphan", "--orphans": "slip search is:orphan",
        "--link-to": "slip search links-to:NOTE", "--linked-by": "slip search linked-from:NOTE",
        "--links-to": "slip search links-to:NOTE", "--no-links": "slip search no:link",
        "--created": "slip search created:2024-03", "--created-after": "slip search created:>2024-03-01",
        "--created-before": "slip search created:<2024-03-01", "--modified": "slip search modified:7d",
        "--modified-after": "slip search modified:>2024-03-01",
        "--modified-before": "slip search modified:<2024-03-01", "--since": "slip search created:>2024-03-01",
        "--after": "slip search created:>2024-03-01", "--before": "slip search created:<2024-03-01",
        "--reverse": "write the direction after the key: --sort title-", "--desc": "--sort title-",
        "--asc": "--sort title+", "--order": "--sort KEYS", "--sort-by": "--sort KEYS", "--group-by": "--group KEY",
        "--path": "--in FOLDER", "--dir": "--in FOLDER", "--folder": "--in FOLDER", "--exclude": "-word, -in:Folder",
    ]

    private static let changing: [String: String] = [
        "-f": "--force", "-y": "--force", "--yes": "--force", "--assume-yes": "--force",
        "--no-act": "--dry-run", "--what-if": "--dry-run", "--preview": "--dry-run", "--simulate": "--dry-run",
        "-i": "slip asks for confirmation, except with --force",
        "--interactive": "slip asks for confirmation, except with --force",
        "--title": "give the title as an argument: slip new TITLE; for an existing note: slip set NOTE title=TITLE",
        "--status": "slip set NOTE status=STATUS", "--tag": "slip keyword add NOTE NAME",
        "--tags": "slip keyword add NOTE NAME", "--keyword": "slip keyword add NOTE NAME",
        "-t": "give the folder as the last argument: slip mv NOTE… FOLDER/",
        "--target-directory": "give the folder as the last argument: slip mv NOTE… FOLDER/",
    ]
}
