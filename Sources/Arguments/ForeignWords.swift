import SourceText

/// Commands and options of other programs that have no exact equivalent, each with the nearest one.
///
/// They are explained in an error message. `BuiltInAliases` has those that are accepted.
package enum ForeignWords {
    /// Returns advice for an unknown command, or nil if the word is not in the table.
    package static func help(forCommand name: String) -> String? {
        commands[name.lowercased()].map { "the command in slip is: \($0)" }
    }

    /// Returns advice for an option, with its hyphens, that a command does not have. Returns nil if it is not in the
    /// table.
    ///
    /// - Parameter changes: whether the command changes notes: its short options follow other conventions than those of
    ///   a search.
    package static func help(forOption name: String, changes: Bool = false) -> String? {
        changes ? changing[name] ?? searching[name].flatMap { name.hasPrefix("--") ? $0 : nil } : searching[name]
    }

    private static let commands = [String: String](wordsByMeaning: [
        "slip search": "query look", "slip search is:orphan": "orphan",
        "slip keyword list; or slip keyword add NOTE KEYWORD": "tag", "slip keyword list": "keywords labels",
        "slip folder tree": "folders", "slip folder new FOLDER": "mkdir", "slip property list": "properties fields",
        "slip show NOTE": "print less get", "slip links NOTE": "backlink", "slip rm NOTE": "del",
        "slip mv NOTE DEST": "move", "slip new TITLE": "cp touch make", "slip check": "fsck validate",
        "slip check --fix": "fix", "slip index --verify": "verify", "slip index --status": "status",
        "slip index": "update", "slip git sync": "sync push pull commit backup fetch",
        "slip history NOTE": "diff blame",
        "slip help config": "config",
        "slip trash restore PATH": "restore",
        "slip undo": "revert", "slip history NOTE; for changes to undo: slip undo --list": "log",
        "slip task list": "todos", "slip task done NOTE:LINE": "tick",
        "slip help": "usage",
    ])

    private static let searching = [String: String](wordsByMeaning: [
        "matching always ignores case": "-i --ignore-case -I",
        "matching ignores case, except in a regular expression: /Text/": "-s --case-sensitive",
        "to print only paths: --format paths": "-l --files-with-matches",
        "to find notes without a word: slip search -- -word": "-L -v --invert-match",
        "context lines are not available; to show the best passages: --format text": "-C -A -B --context",
        "terms always match whole words; for longer words, add a star: word*": "-w --word-regexp",
        "subfolders are always searched, except with --scope here": "-r --recursive",
        "subfolders are always searched": "-R",
        "write a regular expression in slashes: /expression/": "-e -E --regexp --regex",
        "to search for a literal string: contains:text": "-F --fixed-strings",
        "to print the positions of matches: --format vimgrep": "-o --only-matching --line-number",
        "to search by path: path:word, in:Folder": "-g --glob",
        "to limit the number of notes: --limit COUNT": "-m --max-count",
        "to search the whole vault: --scope all": "-a --all", "to print results as on a terminal: --format text": "-p",
        "--format json": "--json -j", "--quiet": "-q --silent",
        "--format csv": "--csv", "--format tsv": "--tsv", "-0": "--print0", "--format paths": "--print",
        "--format FORMAT": "--output", "slip search tag:NAME, or '#NAME'": "--tag --tags",
        "slip search '#NAME'": "--keyword", "give the words as arguments: slip search WORD": "--match --text",
        "slip search title:WORD": "--title", "slip search status:draft": "--status",
        "slip search is:orphan": "--orphan --orphans", "slip search links-to:NOTE": "--link-to --links-to",
        "slip search linked-from:NOTE": "--linked-by", "slip search no:link": "--no-links",
        "slip search created:2024-03": "--created",
        "slip search created:>2024-03-01": "--created-after --since --after",
        "slip search created:<2024-03-01": "--created-before --before", "slip search modified:7d": "--modified",
        "slip search modified:>2024-03-01": "--modified-after", "slip search modified:<2024-03-01": "--modified-before",
        "write the direction after the key: --sort title-": "--reverse", "--sort title-": "--desc",
        "--sort title+": "--asc", "--sort KEYS": "--order --sort-by", "--group KEY": "--group-by",
        "--in FOLDER": "--path --dir --folder", "-word, -in:Folder": "--exclude",
    ])

    private static let changing = [String: String](wordsByMeaning: [
        "--force": "-f -y --yes --assume-yes", "--dry-run": "--no-act --what-if --preview --simulate",
        "slip asks for confirmation, except with --force": "-i --interactive",
        "give the title as an argument: slip new TITLE; for an existing note: slip set NOTE title=TITLE": "--title",
        "slip set NOTE status=STATUS": "--status", "slip keyword add NOTE NAME": "--tag --tags --keyword",
        "give the folder as the last argument: slip mv NOTE… FOLDER/": "-t --target-directory",
    ])
}
