import Arguments
import Rendering
import SourceText
import System
import VaultFiles

/// `slip tutor`: ten lessons in a temporary copy of the sample notes.
enum TutorCommand {
    static let command = SlipCommand(
        "tutor", "Learn the most important commands in ten short lessons.", words: [],
        discussion: """
            Each lesson explains a task and waits for the command that solves it. The commands run in a temporary copy of
            the sample notes, so your own notes and settings are not used. An empty line repeats the lesson, skip goes to
            the next one, help lists these words, and quit or Ctrl-D ends the tutor. Long output is not sent to a pager.
            However it ends, the copy is removed.
            """,
        values: { 0 },
        run: { _, _, context in
            guard context.host.inputIsTerminal, context.host.outputIsTerminal else {
                throw VaultError(
                    "the tutor needs a terminal", help: "the same commands are in the README, under 'Sixty seconds'")
            }
            let folder = try Files.makeTemporaryFolder("slip-tutor-")
            // The copy is small, and nothing of the user's is in it.
            defer { try? Files.removeTree(folder) }
            // From here on, Ctrl-C and the end of the terminal end the tutor and not the process.
            let signals = try EndSignals()
            let files = ExampleFile.all.map { (VaultPath($0.path), $0.bytes) }
            _ = try Vault.create(folder + Array("/notes".utf8), with: files)
            try Tutor(context, folder, signals).run()
        })
}

/// The dialog of `slip tutor`.
private struct Tutor {
    private let context: CommandContext
    private let folder: [UInt8]
    private let signals: EndSignals

    private static let help = """
        Type the command of the lesson, or any other: slip help NAME explains one. Also:
          an empty line  show the task again
          skip           go to the next lesson
          quit, Ctrl-D   end the tutor and remove its notes
        """

    private enum Answer { case line(String), end }

    init(_ context: CommandContext, _ folder: [UInt8], _ signals: EndSignals) {
        self.context = context
        self.folder = folder
        self.signals = signals
    }

    func run() throws {
        let lessons = TutorLesson.all
        for (index, lesson) in lessons.enumerated() {
            try show(lesson, number: index + 1, of: lessons.count)
            guard try solve(lesson, number: index + 1, of: lessons.count) else {
                return try context.print("\nthe tutor has ended; its notes are removed")
            }
        }
        try context.print(
            "\nThat was the last lesson. With your own notes, begin in their folder: slip init\n"
                + "All commands and topics: slip help --all")
    }

    private func show(_ lesson: TutorLesson, number: Int, of count: Int) throws {
        let style = context.style
        try context.print("\n" + style.ink("Lesson \(number) of \(count): \(lesson.title)", .title))
        let text = lesson.text.split(separator: "\n").joined(separator: " ")
        for line in style.wrapped(style.run(text)) { try context.print(line) }
        try context.print(style.ink("Type: ", .label) + style.ink(lesson.example, .code))
    }

    /// Reads and runs command lines until one solves the lesson. Returns false if the user ends the tutor.
    private func solve(_ lesson: TutorLesson, number: Int, of count: Int) throws -> Bool {
        while case .line(let line) = try answer() {
            switch line {
            case "": try show(lesson, number: number, of: count)
            case "skip": return true
            case "help", "?":
                for line in Self.help.split(separator: "\n") {
                    try context.print(context.style.ink(String(line), .label))
                }
            case "quit", "exit", "q": return false
            default:
                let status = runs(line)
                if status == 0 || status == 1, lesson.accepts(line) {
                    try context.print(context.style.ink("Done.", .added))
                    return true
                }
                try context.print(
                    context.style.ink(
                        "This is not the task yet. An empty line shows it again; 'skip' shows the next one; 'quit' leaves.",
                        .label))
            }
        }
        return false
    }

    /// Reads a line. Ends at the end of input or if a signal such as that of Ctrl-C arrives.
    private func answer() throws -> Answer {
        try context.write(Array("$ ".utf8))
        try context.host.output.flush()
        guard context.host.awaitsLine(signals.descriptor), let line = context.host.readLine() else { return .end }
        return .line(line.trimmingSpaces)
    }

    /// Runs a command line in the copy of the notes, with this program as `slip` and without the user's settings.
    private func runs(_ line: String) -> Int32 {
        let script = """
            tutor() {
                tutor_slip=$3
                slip() { "$tutor_slip" "$@"; }
                export XDG_CONFIG_HOME="$1/config" XDG_CACHE_HOME="$1/cache" XDG_STATE_HOME="$1/state"
                export SLIPBOX_NOW=2024-03-30T12:00:00Z SLIPBOX_VAULT= SLIPBOX_CLIENT= SLIPBOX_PAGER=
                cd -- "$1/notes" && eval "$2"
            }
            tutor
            """
        guard let program = try? ThisProcess.executable() else { return 127 }
        return context.host.runShell(script, [folder, Array(line.utf8), program])
    }
}

extension String {
    /// The text without blanks at both ends.
    fileprivate var trimmingSpaces: String {
        let rest = drop { $0 == " " || $0 == "\t" }
        return String(rest.dropLast(rest.reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
}
