import Editing
import Indexing
import VaultFiles

/// A row in the table of `slip doctor`: one thing that it checks.
struct DoctorCheck: Sendable {
    /// The sections of the output.
    enum Area: String, CaseIterable, Sendable { case machine, vault, setup }

    enum State: String, Sendable {
        case ok
        /// It works, but something is missing that the user may want.
        case advice
        /// It does not work.
        case problem
    }

    /// The result of a check.
    struct Outcome: Sendable {
        /// The name to print, if it is not that of the check.
        var name: String?
        var state: State
        var text: String
        /// What to do, usually a command.
        var help: String?

        static func ok(_ text: String) -> Outcome { Outcome(state: .ok, text: text) }

        static func advice(_ text: String, help: String) -> Outcome {
            Outcome(state: .advice, text: text, help: help)
        }

        static func problem(_ text: String, help: String?) -> Outcome {
            Outcome(state: .problem, text: text, help: help)
        }
    }

    let area: Area
    let name: String
    /// Returns the results, or none if the check does not apply here. Changes nothing, and starts no program besides git.
    let run: @Sendable (DoctorFacts) throws -> [Outcome]

    init(_ area: Area, _ name: String, _ run: @escaping @Sendable (DoctorFacts) throws -> [Outcome]) {
        self.area = area
        self.name = name
        self.run = run
    }

    /// All checks, in the order of the output.
    static var all: [DoctorCheck] { machine + vault + setup }
}

/// What several checks of `slip doctor` examine.
struct DoctorFacts {
    let context: CommandContext
    /// The vault, or nil if there is none.
    let vault: Vault?
    /// The reason why there is no vault.
    let obstacle: (any Error)?
    /// The state of the index, or nil without a vault.
    let index: Result<IndexStatus, any Error>?

    init(_ context: CommandContext) {
        self.context = context
        let found = Result { try context.vault() }
        vault = try? found.get()
        obstacle = if case .failure(let error) = found { error } else { nil }
        index = vault.map { vault in Result { try IndexStatus(vault, context.environment) } }
    }

    /// The state of the index, or nil without a vault or if it cannot be determined.
    var status: IndexStatus? { try? index?.get() }
    var variables: [String: String] { context.environment.variables }
}
