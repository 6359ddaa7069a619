import Arguments
import SourceText
import System
import VaultFiles

/// An external program that a word of the command line names: `slip-NAME` on the PATH, or the shell command of an
/// alias.
struct OutsideProgram {
    let name: String
    private let path: [UInt8]
    /// The program's name (`argv[0]`), and the arguments before those that the user typed.
    private let words: [[UInt8]]
    /// The text of the alias, or nil for a program on the PATH.
    let alias: String?

    /// Finds the program `slip-NAME`. Returns nil if it is not on the PATH, or if `name` is invalid.
    init?(_ name: String, on path: ProgramPath) {
        guard UserConfiguration.isName(name), let program = path.program(Self.fileName(name)) else { return nil }
        self.name = name
        self.path = program
        words = [Self.fileName(name)]
        alias = nil
    }

    /// Creates the program for an alias whose text after `!` is a shell command.
    init(_ name: String, shell command: String) {
        self.name = name
        path = Array("/bin/sh".utf8)
        // The last word is the name that the shell uses in its messages.
        words = ["sh", "-c", "\(command) \"$@\"", name].map { Array($0.utf8) }
        alias = "!\(command)"
    }

    static func fileName(_ name: String) -> [UInt8] { Array("\(Program.program)-\(name)".utf8) }

    static func names(on path: ProgramPath) -> [String] {
        let prefix = fileName("")
        return path.programs(startingWith: prefix)
            .compactMap { String(validating: $0.dropFirst(prefix.count), as: UTF8.self) }
            .filter { UserConfiguration.isName($0) && Program.command(named: $0) == nil }
    }

    /// Replaces this process with the program, so that this function does not return. In tests the program runs as a
    /// child, and its exit status becomes that of the command.
    ///
    /// Sets `SLIPBOX_VAULT` for the program: the vault of `--vault`, else the existing value, else the vault that
    /// contains the current folder, if any.
    func run(_ arguments: [Argument], in context: CommandContext) throws {
        var variables: [(name: String, value: [UInt8])] = []
        if context.globals.vault != nil {
            variables = [("SLIPBOX_VAULT", try context.vault().fullPath(.root))]
        } else if (context.environment.variables["SLIPBOX_VAULT"] ?? "").isEmpty, let vault = try? context.vault() {
            // Outside of a vault, the program may not need one.
            variables = [("SLIPBOX_VAULT", vault.fullPath(.root))]
        }
        try context.host.output.flush()
        context.status = try context.host.become(path, words + arguments.map(\.bytes), variables)
    }
}
