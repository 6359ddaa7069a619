package import Terminal
package import VaultFiles

/// The styles of all text for users: a table of roles, with the changes that the configuration makes.
package struct Palette: Sendable {
    private var textStyles: [Role: TextStyle] = [:]
    private var statuses: [String] = []
    private var keywords: [String: Color] = [:]
    package let depth: ColorDepth
    /// The background of the terminal, or nil if unknown.
    package private(set) var background: TerminalBackground?
    /// The styles that the configuration sets.
    private let chosen: [Role: TextStyle]

    /// - Parameter depth: the color depth of the terminal. With `.none`, text has no styles at all.
    package init(_ configuration: Configuration, _ depth: ColorDepth, on background: TerminalBackground? = nil) {
        self.init(depth, on: background, configuration.textStyles)
        if !depth.hasColors { return }
        statuses = configuration.statuses.map { $0.lowercased() }
        keywords = Dictionary(
            configuration.keywords.compactMap { keyword in
                keyword.color.flatMap { Color(css: $0) }.map { (keyword.name.lowercased(), $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates the default palette, without a configuration.
    package init(_ depth: ColorDepth, on background: TerminalBackground? = nil) {
        self.init(depth, on: background, [:])
    }

    private init(_ depth: ColorDepth, on background: TerminalBackground?, _ chosen: [Role: TextStyle]) {
        self.depth = depth
        self.background = background
        self.chosen = chosen
        readLooks()
    }

    /// Returns the palette for another background.
    package func on(_ background: TerminalBackground) -> Palette {
        var palette = self
        palette.background = background
        palette.readLooks()
        return palette
    }

    private mutating func readLooks() {
        // Unstyled text needs no table. A command that prints into a pipe saves the time for it.
        if depth == .none { return }
        if depth == .monochrome {
            // Everything else is understandable without a style.
            textStyles[.match] = TextStyle(nil, [.bold, .underline])
            return
        }
        let shades = depth == .standard ? [:] : background.map(Self.shades) ?? [:]
        for role in Role.allCases {
            textStyles[role] = chosen[role] ?? shades[role] ?? TextStyle(role.usual(on: background)) ?? .plain
        }
    }

    /// Returns styles for terminals with 256 colors or more, whose shades are the same everywhere.
    private static func shades(on background: TerminalBackground) -> [Role: TextStyle] {
        let (quiet, selection) =
            switch background {
            case .dark: (TextStyle(.indexed(245)), TextStyle(.indexed(231), on: .indexed(237)))
            case .light: (TextStyle(.indexed(242)), TextStyle(.indexed(16), on: .indexed(254)))
            }
        return [.selection: selection, .statusLast: quiet, .date: quiet, .label: quiet, .number: quiet]
    }

    /// The style of suggested text that the user has not typed.
    package var offer: TextStyle { depth == .none ? .plain : TextStyle(nil, .dim) }

    package subscript(role: Role) -> TextStyle { textStyles[role] ?? .plain }

    /// Returns the style of a status, ignoring case: the first and the last of `statuses:` have their own.
    package func status(_ name: String) -> TextStyle {
        switch statuses.firstIndex(of: name.lowercased()) {
        case 0?: self[.statusFirst]
        case statuses.count - 1: self[.statusLast]
        default: self[.status]
        }
    }

    /// Returns the style of a keyword: its own color, else that of the nearest keyword that contains it, else the
    /// default. For `a/b/c` these are `a/b`, then `a`.
    package func keyword(_ name: String) -> TextStyle {
        if keywords.isEmpty { return self[.keyword] }
        var rest = name.lowercased()[...]
        while true {
            if let color = keywords[String(rest)] { return TextStyle(color) }
            guard let slash = rest.lastIndex(of: "/") else { return self[.keyword] }
            rest = rest[..<slash]
        }
    }
}
