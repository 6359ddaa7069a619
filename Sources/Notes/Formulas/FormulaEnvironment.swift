/// The table of an environment, with the delimiters around it.
struct FormulaEnvironment: Sendable {
    var opening = ""
    var closing = ""
    var table = FormulaTable()

    /// Returns the environment of a name with or without a star, or nil if it is unknown.
    static func named(_ name: String) -> FormulaEnvironment? {
        environments[name.hasSuffix("*") ? String(name.dropLast()) : name]
    }

    private static let environments: [String: FormulaEnvironment] = {
        var environments: [String: FormulaEnvironment] = [:]
        for (letter, opening, closing) in [
            ("", "", ""), ("p", "(", ")"), ("b", "[", "]"), ("B", "{", "}"), ("v", "|", "|"), ("V", "‖", "‖"),
        ] {
            environments[letter + "matrix"] = FormulaEnvironment(opening: opening, closing: closing)
            environments[letter + "smallmatrix"] = FormulaEnvironment(
                opening: opening, closing: closing, table: FormulaTable(isSmall: true))
        }
        func add(_ names: [String], _ environment: FormulaEnvironment) {
            for name in names { environments[name] = environment }
        }
        let cases = FormulaTable(alignments: [.left])
        add(["cases", "dcases"], FormulaEnvironment(opening: "{", table: cases))
        add(["rcases", "drcases"], FormulaEnvironment(closing: "}", table: cases))
        add(["array", "tabular", "darray"], FormulaEnvironment())
        add(["subarray"], FormulaEnvironment(table: FormulaTable(isSmall: true)))
        add(
            ["aligned", "align", "split", "alignat", "alignedat", "flalign"],
            FormulaEnvironment(table: FormulaTable(alignments: [.right, .left], isAligned: true)))
        add(
            ["eqnarray"],
            FormulaEnvironment(table: FormulaTable(alignments: [.right, .center, .left], isAligned: true)))
        add(
            ["gathered", "gather", "equation", "multline", "multlined", "displaymath", "math"],
            FormulaEnvironment(table: FormulaTable(isAligned: true)))
        return environments
    }()
}

extension FormulaTable {
    /// The number of times that `*{…}` repeats columns.
    private static let maximumRepetitions = 50

    /// Sets the columns to those of a specification such as `l|c@{}*{3}{r}`.
    mutating func readColumns(_ specification: String) {
        alignments = []
        addColumns(specification)
        if alignments.isEmpty { alignments = [.center] }
    }

    private mutating func addColumns(_ columns: String, isRepeated: Bool = false) {
        var rest = columns[...]
        /// Takes the next group without its braces.
        func group() -> String {
            rest = rest.drop { $0 == " " }
            guard rest.first == "{" else { return rest.popFirst().map { String($0) } ?? "" }
            var depth = 0
            let group = rest.prefix { character in
                depth += character == "{" ? 1 : character == "}" ? -1 : 0
                return depth > 0
            }
            rest = rest[group.endIndex...].dropFirst()
            return String(group.dropFirst())
        }
        while let character = rest.popFirst() {
            switch character {
            case "l", "X": alignments.append(.left)
            case "p", "m", "b":
                alignments.append(.left)
                _ = group()
            case "c": alignments.append(.center)
            case "r": alignments.append(.right)
            case "|": columnLines.insert(alignments.count)
            case "@", "!", ">", "<": _ = group()
            case "*":
                let count = min(Int(group()) ?? 0, isRepeated ? 0 : Self.maximumRepetitions)
                let repeated = group()
                for _ in 0..<max(0, count) { addColumns(repeated, isRepeated: true) }
            default: break
            }
        }
    }
}
