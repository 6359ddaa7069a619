import SourceText

/// A filter for the operands of an AND.
struct OperandFilter {
    let context: ResolverContext

    /// Removes words and phrases without letters and digits, and each `status:` or `is:` with a status before the last
    /// one. Adds a notice for each, and for `or`, `and` and `not`. If nothing is left, returns the first operand.
    func effective(_ operands: [QuerySyntax]) throws -> [QuerySyntax] {
        let statuses = operands.indices.filter { isStatus(operands[$0]) }
        let foreignSyntax = ForeignSyntax(context: context)
        foreignSyntax.noticeWordOperators(operands)
        foreignSyntax.noticeDistances(operands)
        var kept: [QuerySyntax] = []
        for (index, operand) in operands.enumerated() {
            if let last = statuses.last, index != last, statuses.contains(index) {
                context.notices.replacesStatus = true
                let (old, new) = (context.slice(operand.range), context.slice(operands[last].range))
                context.notices.add(
                    operand.range, "'\(old)' is overridden by the later '\(new)'",
                    help: "to match any of them: \(anyOf(statuses.map { operands[$0] }))")
            } else if let (word, range) = Self.wordless(operand) {
                context.notices.add(
                    range, "'\(word)' has no letter or digit, and is ignored",
                    help: try foreignSyntax.reading(word, range)
                        ?? "to search for it: contains:\(QueryText.quoted(word))")
            } else {
                kept.append(operand)
            }
        }
        // If none is left, resolving the first one throws the error that explains why.
        return kept.isEmpty ? [operands[0]] : kept
    }

    /// Returns a word or phrase that is not empty and contains no letter or digit.
    private static func wordless(_ syntax: QuerySyntax) -> (text: String, range: Range<Int>)? {
        switch syntax {
        case .word(let text, let range) where Words.list(text).isEmpty && !text.contains("*"): (text, range)
        case .phrase(let text, let range) where Words.list(text).isEmpty && !text.isEmpty: (text, range)
        default: nil
        }
    }

    /// Returns `status:a,b` for `status:a` and `is:b`.
    private func anyOf(_ statuses: [QuerySyntax]) -> String {
        let values = statuses.compactMap { syntax -> String? in
            guard case .field(let field) = syntax else { return nil }
            return context.slice(field.nameRange.upperBound + 1..<field.range.upperBound)
        }
        let list = "status:\(values.joined(separator: ","))"
        return context.proposal(list) ?? statuses.map { context.slice($0.range) }.joined(separator: " OR ")
    }

    private func isStatus(_ syntax: QuerySyntax) -> Bool {
        guard case .field(let field) = syntax else { return false }
        if field.name == .field(.status) { return true }
        guard field.name == .field(.isState), case .one(let item) = field.value, case .plain(let atom) = item.form
        else { return false }
        return context.vault.statuses.contains { Folding.fold($0) == Folding.fold(atom.text) }
    }
}
