/// A formula in LaTeX that is rendered as MathML or as one line of text.
///
/// The LaTeX is what notes contain: the commands of `CommandTable.swift`, the environments for matrices, cases and aligned
/// equations, and macros. A formula with anything else is an error, so that the caller can show its source.
package struct Formula: Sendable {
    /// A bound on the length, so that a page cannot grow without limit.
    private static let maximumLength = 50_000

    private let source: String
    private let node: FormulaNode

    /// Reads a formula without its dollar signs. Macros that it defines are added to `macros`. Complexity: O(length).
    package init(_ source: String, macros: inout FormulaMacros) throws(FormulaError) {
        if source.utf8.count > Self.maximumLength { throw .tooLarge }
        self.source = source
        node = try FormulaParser.node(try macros.expand(FormulaToken.all(in: source)))
    }

    /// Returns a `<math>` element with the source as annotation. Complexity: O(length).
    package func mathML(isDisplay: Bool) -> String { MathMLWriter.math(node, source: source, isDisplay: isDisplay) }

    /// The formula as one line of Unicode text, or nil if it needs more than one line, as a matrix does. Complexity:
    /// O(length).
    package var text: String? { FormulaText.line(node) }
}
