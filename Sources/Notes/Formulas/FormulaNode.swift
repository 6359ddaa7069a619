/// A part of a formula, as read from LaTeX.
indirect enum FormulaNode: Hashable, Sendable {
    /// How scripts are placed.
    enum Placement: Hashable, Sendable {
        case beside
        /// Below and above in displayed formulas, and next to the base in running text.
        case movable
        case limits
    }

    case row([FormulaNode])
    /// A variable or another ordinary letter. `isUpright` is whether it is not italic.
    case letter(String, isUpright: Bool)
    case number(String)
    case symbol(String, SymbolClass)
    /// The name of a function.
    case name(String, takesLimits: Bool)
    case text(String, TextFont)
    /// A space of a width in em.
    case space(Double)
    case fraction(FormulaNode, FormulaNode, hasLine: Bool, isDisplay: Bool?)
    case root(FormulaNode, index: FormulaNode?)
    case scripts(FormulaNode, sub: FormulaNode?, sup: FormulaNode?, Placement)
    /// A mark over or under the base.
    case accent(FormulaNode, String, isOver: Bool, isStretchy: Bool)
    /// Content between delimiters that grow with it. An empty delimiter is none.
    case fenced(String, [FormulaNode], String)
    /// A delimiter of a given size in em, or of the height of the surrounding fence.
    case delimiter(String, SymbolClass, size: Double?)
    case table(FormulaTable)
    /// Content in display or text style, at a script level if that changes.
    case style(isDisplay: Bool, level: Int, FormulaNode)
    case color(String, FormulaNode)
    /// Content that takes space but is not visible, possibly only its width or height.
    case phantom(FormulaNode, hasWidth: Bool, hasHeight: Bool)
    /// Content with lines around or through it, as `menclose` of MathML names them.
    case enclosed(FormulaNode, notation: String)

    /// Creates a row, unless it would have one element.
    init(_ nodes: [FormulaNode]) { self = nodes.count == 1 ? nodes[0] : .row(nodes) }
}

/// The classes of symbols that determine the space around them (The TeXbook, chapter 17).
enum SymbolClass: String, Hashable, Sendable, CaseIterable {
    case ordinary, operation, integral, binary, relation, opening, closing, punctuation
}

/// A font of words in a formula.
enum TextFont: String, Hashable, Sendable {
    case roman = "", bold = "b", italic = "i", mono = "t", sans = "s"
}

/// Rows and columns of a matrix or of aligned equations.
struct FormulaTable: Hashable, Sendable {
    enum CellAlignment: Hashable, Sendable { case left, center, right }

    var rows: [[FormulaNode]] = []
    /// The alignments of the columns, repeated if there are more columns.
    var alignments: [CellAlignment] = [.center]
    /// Columns with a line at the left. The number of columns stands for a line at the right.
    var columnLines: Set<Int> = []
    /// Rows with a line above. The number of rows stands for a line below.
    var rowLines: Set<Int> = []
    /// Whether columns touch and cells have display style, as in aligned equations.
    var isAligned = false
    var isSmall = false
}
