/// The checks of what `slip setup` makes for shells, editors and hosts of language models.
extension DoctorCheck {
    static let setup = [
        DoctorCheck(.setup, "shells") { facts in
            try outcomes(of: MachineSetup(facts.context, findsAll: false).shells()) { part in
                part.name == "manual" ? "man pages" : "completion of commands, queries and notes"
            }
        },
        DoctorCheck(.setup, "editors") { facts in
            try outcomes(of: MachineSetup(facts.context, findsAll: false).editors()) { _ in
                "completion of links and keywords, problems and renames in the editor"
            }
        },
        DoctorCheck(.setup, "agents") { facts in
            try outcomes(of: MachineSetup(facts.context, findsAll: false).agents()) { _ in
                "searches and changes of notes by the agent"
            }
        },
    ]

    /// - Parameter purpose: returns what a part is good for.
    private static func outcomes(of parts: [SetupPart], purpose: (SetupPart) -> String) throws -> [Outcome] {
        try parts.map { part in
            let place = "in \(part.place)"
            var outcome: Outcome =
                switch try part.state() {
                case .set: .ok("set up \(place)")
                case .changed: .ok("edited \(place)")
                case .unset: .advice("not set up \(place); it gives \(purpose(part))", help: "slip setup \(part.name)")
                case .outdated:
                    .problem(
                        "made by an earlier version \(place); it gives \(purpose(part))",
                        help: "slip setup \(part.name)")
                case .other(let what): .ok("set up differently: \(what)")
                }
            outcome.name = part.name
            return outcome
        }
    }
}
