import Arguments

/// The screen of `slip` without arguments: the commands that a new user needs first.
///
/// It fits in 25 lines of 80 columns, so that nothing of it scrolls away.
enum FirstScreen {
    private static let groups: [(title: String, commands: [String])] = [
        ("Find", ["search", "browse", "show"]),
        ("Write", ["new", "today", "append"]),
        ("Look after", ["mv", "check", "undo"]),
        ("Share", ["export", "serve", "git"]),
    ]

    static func text(width: Int) -> String {
        HelpText(width: width).start(
            program: Program.program, summary: Program.summary,
            groups: groups.map { ($0.title, $0.commands.compactMap(Program.command(named:))) },
            closing: [
                "To begin, in a folder of Markdown files: \(Program.program) init; to learn slip: slip tutor",
                "All commands, topics and options: \(Program.program) help --all",
            ])
    }
}
