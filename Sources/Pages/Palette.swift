package import Terminal
package import VaultFiles

/// How everything looks that a person reads: the one table of roles, with what the configuration says otherwise.
package struct Palette: Sendable {
    private var looks: [Role: Look] = [:]
    private let isSelectionChosen: Bool
    private var statuses: [String] = []
    private var keywords: [String: Color] = [:]
    package let depth: ColorDepth

    /// - Parameter depth: of the terminal; with no colours nothing is marked at all.
    package init(_ configuration: Configuration, _ depth: ColorDepth) {
        self.init(depth, configuration.looks)
        if depth == .none || depth == .monochrome { return }
        statuses = configuration.statuses.map { $0.lowercased() }
        keywords = Dictionary(
            configuration.keywords.compactMap { keyword in
                keyword.color.flatMap { Color(css: $0) }.map { (keyword.name.lowercased(), $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// As everything looks where no vault says otherwise.
    package init(_ depth: ColorDepth) { self.init(depth, [:]) }

    private init(_ depth: ColorDepth, _ chosen: [Role: Look]) {
        self.depth = depth
        isSelectionChosen = chosen[.selection] != nil
        // What is never marked needs no looks, and a command that prints into a pipe no time for them.
        if depth == .none { return }
        if depth == .monochrome {
            // Everything else is understood without a mark.
            looks[.match] = Look(nil, [.bold, .underline])
            return
        }
        for role in Role.allCases { looks[role] = chosen[role] ?? Look(role.usual) ?? .plain }
    }

    /// As it is best read on a light or a dark background, where the terminal has shades to say so.
    package func on(light: Bool) -> Palette {
        var palette = self
        guard !isSelectionChosen, depth == .full || depth == .indexed else { return palette }
        palette.looks[.selection] = Look(nil, on: .indexed(light ? 254 : 237))
        return palette
    }

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
