import Arguments
import SourceText
import System
import VaultFiles

/// A program of the user's that a word of the command line stands for: `slip-NAME` on the PATH, or the shell with the
/// command of an alias.
struct OutsideProgram {
    /// As it was typed.
    let name: String
    private let path: [UInt8]
    /// Those before the ones that were typed, with the name that the program is called by first.
    private let words: [[UInt8]]
    /// What the alias stands for; nil for a program on the PATH.
    let alias: String?

    /// The program `slip-NAME`; nil where the PATH has none, or `name` cannot name one.
    init?(_ name: String, on path: ProgramPath) {
        guard UserConfiguration.isName(name), let program = path.program(Self.fileName(name)) else { return nil }
        self.name = name
        self.path = program
        words = [Self.fileName(name)]
        alias = nil
    }

    /// The alias `name`, whose text after the `!` is a command of the shell.
    init(_ name: String, shell command: String) {
        self.name = name
        path = Array("/bin/sh".utf8)
        // The last word is what the shell calls itself in its messages.
        words = ["sh", "-c", "\(command) \"$@\"", name].map { Array($0.utf8) }
        alias = "!\(command)"
    }

    static func fileName(_ name: String) -> [UInt8] { Array("\(Program.program)-\(name)".utf8) }

    /// The names for which the PATH has a program.
    static func names(on path: ProgramPath) -> [String] {
        let prefix = fileName("")
        return path.programs(startingWith: prefix)
            .compactMap { String(validating: $0.dropFirst(prefix.count), as: UTF8.self) }
            .filter { UserConfiguration.isName($0) && Program.command(named: $0) == nil }
    }

    /// Replaces this process with the program. In tests it runs as a child, and its exit status is that of the command.
    ///
    /// It finds the vault in `SLIPBOX_VAULT`: that of `--vault`, else what the variable says already, else the one that
    /// the current folder is in.
    func run(_ arguments: [Argument], in context: CommandContext) throws {
        var variables: [(name: String, value: [UInt8])] = []
        if context.globals.vault != nil {
            variables = [("SLIPBOX_VAULT", try context.vault().fullPath(.root))]
        } else if (context.environment.variables["SLIPBOX_VAULT"] ?? "").isEmpty, let vault = try? context.vault() {
            // Outside of a vault the program may do without one.
            variables = [("SLIPBOX_VAULT", vault.fullPath(.root))]
        }
        try context.world.output.flush()
        context.status = try context.world.become(path, words + arguments.map(\.bytes), variables)
    }
}
