import Arguments
import System
import VaultFiles

/// Expands aliases on a partial command line.
struct AliasExpansion {
    private let environment: Environment
    private var resolver: CommandResolver
    /// Whether the line runs an external program, whose arguments are unknown to slip.
    private(set) var runsProgram = false

    init(_ environment: Environment) {
        self.environment = environment
        resolver = CommandResolver(environment)
    }

    /// Returns the words with the command's alias expanded, if it is one. Returns nil if the line runs no command of
    /// slip: for an unknown word, an invalid alias or an external program (see `runsProgram`).
    mutating func expanded(_ words: [String]) -> [String]? {
        var words = words
        while true {
            let arguments = words.map { Argument($0) }
            var index = 0
            while case let length = CommandResolver.optionLength(Array(arguments[min(index, words.count)...])),
                length > 0
            {
                index += length
            }
            guard index < words.count else { return words }
            // An invalid alias completes nothing.
            switch try? resolver.meaning(of: words[index]) {
            case .command: return words
            case .words(let new, _): words.replaceSubrange(index...index, with: new.map(\.shown))
            case .program:
                runsProgram = true
                return nil
            case nil: return nil
            }
        }
    }

    /// Returns the words other than commands of slip that can start a command line with `typed`: the user's aliases and
    /// programs. Built-in aliases are included if `typed` is not empty. `text` is what runs.
    func names(startingWith typed: String) -> [(name: String, text: String)] {
        let own = UserConfiguration(environment.variables).aliases
            .filter { Program.command(named: $0.name) == nil }.map { (name: $0.name, text: $0.text) }
        let programs = OutsideProgram.names(on: ProgramPath(environment.variables["PATH"]))
            .map { (name: $0, text: "\(Program.program)-\($0)") }
        let builtIn = typed.isEmpty ? [] : BuiltInAliases.commands.map { (name: $0.name, text: $0.text) }
        var seen: Set<String> = []
        return (own + programs + builtIn).filter { $0.name.hasPrefix(typed) && seen.insert($0.name).inserted }
    }
}
