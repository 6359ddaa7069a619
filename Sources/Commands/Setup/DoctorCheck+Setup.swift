/// The checks of what `slip setup` makes for shells, editors and hosts of language models.
extension DoctorCheck {
    static let setup = [
        DoctorCheck(.setup, "shells") { facts in try outcomes(of: MachineSetup(facts.context, findsAll: false).shells())
        },
        DoctorCheck(.setup, "editors") { facts in
            try outcomes(of: MachineSetup(facts.context, findsAll: false).editors())
        },
        DoctorCheck(.setup, "agents") { facts in try outcomes(of: MachineSetup(facts.context, findsAll: false).agents())
        },
    ]

    private static func outcomes(of parts: [SetupPart]) throws -> [Outcome] {
        try parts.map { part in
            let place = "in \(part.place)"
            var outcome: Outcome =
                switch try part.state() {
                case .set: .ok("set up \(place)")
                case .changed: .ok("edited \(place)")
                case .unset: .advice("not set up \(place)", help: "slip setup \(part.name)")
                case .outdated: .problem("made by an earlier version \(place)", help: "slip setup \(part.name)")
                case .other(let what): .ok("set up differently: \(what)")
                }
            outcome.name = part.name
            return outcome
        }
    }
}
