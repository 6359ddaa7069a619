import SourceText

/// The lines or pages that an agent asks for: `10-40`, `10-` or `10`.
enum PartRange {
    /// Returns the numbers, from 1, without those beyond the end.
    ///
    /// - Parameters:
    ///   - unit: `line` or `page`.
    ///   - count: the number of lines or pages.
    /// - Throws: `ToolError` for text of another form, or if the first one does not exist.
    static func parse(_ text: String, unit: String, of count: Int, in path: VaultPath) throws -> ClosedRange<Int> {
        let numbers = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
        guard let first = numbers.first ?? nil, first > 0,
            let last = text.hasSuffix("-") ? max(first, count) : numbers.last ?? nil, last >= first
        else { throw ToolError("'\(unit)s' must be as 10-40, 10- or 10, not '\(text)'") }
        guard first <= count else {
            throw ToolError("'\(path.text)' has no \(unit) \(first)", help: "it has \(count) \(unit)s")
        }
        return first...min(last, count)
    }
}
