package import Terminal
package import VaultFiles

/// How everything looks that a person reads: the one table of roles, with what the configuration says otherwise.
package struct Palette: Sendable {
    private var looks: [Role: Look] = [:]
    private var statuses: [String] = []
    private var keywords: [String: Color] = [:]
    package let depth: ColorDepth
    /// What the terminal shows text on; nil where it is not known.
    package private(set) var background: TerminalBackground?
    /// The looks of the configuration.
    private let chosen: [Role: Look]

    /// - Parameter depth: of the terminal; with no colours nothing is marked at all.
    package init(_ configuration: Configuration, _ depth: ColorDepth, on background: TerminalBackground? = nil) {
        self.init(depth, on: background, configuration.looks)
        if !depth.hasColors { return }
        statuses = configuration.statuses.map { $0.lowercased() }
        keywords = Dictionary(
            configuration.keywords.compactMap { keyword in
                keyword.color.flatMap { Color(css: $0) }.map { (keyword.name.lowercased(), $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// As everything looks where no vault says otherwise.
    package init(_ depth: ColorDepth, on background: TerminalBackground? = nil) {
        self.init(depth, on: background, [:])
    }

    private init(_ depth: ColorDepth, on background: TerminalBackground?, _ chosen: [Role: Look]) {
        self.depth = depth
        self.background = background
        self.chosen = chosen
        readLooks()
    }

    /// On another background.
    package func on(_ background: TerminalBackground) -> Palette {
        var palette = self
        palette.background = background
        palette.readLooks()
        return palette
    }

    private mutating func readLooks() {
        // What is never marked needs no looks, and a command that prints into a pipe no time for them.
        if depth == .none { return }
        if depth == .monochrome {
            // Everything else is understood without a mark.
            looks[.match] = Look(nil, [.bold, .underline])
            return
        }
        let shades = depth == .standard ? [:] : background.map(Self.shades) ?? [:]
        for role in Role.allCases {
            looks[role] = chosen[role] ?? shades[role] ?? Look(role.usual(on: background)) ?? .plain
        }
    }

    /// Looks for terminals with 256 colours or more, whose shades are the same everywhere.
    private static func shades(on background: TerminalBackground) -> [Role: Look] {
        let (quiet, selection) =
            switch background {
            case .dark: (Look(.indexed(245)), Look(.indexed(231), on: .indexed(237)))
            case .light: (Look(.indexed(242)), Look(.indexed(16), on: .indexed(254)))
            }
        return [.selection: selection, .statusLast: quiet, .date: quiet, .label: quiet, .number: quiet]
    }

    /// The look of text that is offered but not typed yet.
    package var offer: Look { depth == .none ? .plain : Look(nil, .dim) }

    package subscript(role: Role) -> Look { looks[role] ?? .plain }

    /// The look of a status: the first and the last of `statuses:` have their own.
    package func status(_ name: String) -> Look {
        switch statuses.firstIndex(of: name.lowercased()) {
        case 0?: self[.statusFirst]
        case statuses.count - 1: self[.statusLast]
        default: self[.status]
        }
    }

    /// The look of a keyword: its own colour, else that of the keyword it is nested in, else that of all.
    package func keyword(_ name: String) -> Look {
        if keywords.isEmpty { return self[.keyword] }
        var rest = name.lowercased()[...]
        while true {
            if let color = keywords[String(rest)] { return Look(color) }
            guard let slash = rest.lastIndex(of: "/") else { return self[.keyword] }
            rest = rest[..<slash]
        }
    }
}
