import SourceText

/// The shared state of the resolver's parts: the text of one query, its vault, and the notices about it.
struct ResolverContext {
    let text: String
    let vault: any QueryContext
    /// Returns whether a query that help proposes is valid.
    let isValid: (String) -> Bool
    let notices = NoticeCollector()

    func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

    /// Returns the only atom of a value. Throws an error for a range, a regular expression, and a comparison other than
    /// `=`.
    func atom(_ item: ValueItem) throws -> Atom {
        if let atom = item.atom { return atom }
        throw error(item.range, "a comparison or a range is not accepted here")
    }

    /// Returns a query if help can propose it, or nil if it would be an error.
    func proposal(_ query: String) -> String? {
        isValid(query) ? query : nil
    }

    /// Returns a query for the words of a text, or for the text as written if it has none.
    func textQuery(_ text: String) -> String {
        Words.list(text).isEmpty ? "contains:\(QueryText.phrase(text))" : QueryText.phrase(text)
    }

    /// Returns help with the form to use here for a term of another program, such as `is:starred`: "did you mean
    /// is:favorite?". Nil if the term is not known.
    ///
    /// - Parameter isNegated: whether to return the form for the notes that the term does not match.
    func foreignForm(_ field: String, _ atom: Atom, isNegated: Bool = false) -> String? {
        guard let form = ForeignTerms.form(of: field, Folding.fold(atom.text), written: slice(atom.range), in: vault)
        else { return nil }
        let query = isNegated ? ForeignTerms.negated(form.query) : form.query
        return proposal(query).map { "did you mean \($0)\(form.alternative.map { ", or \($0)" } ?? "")?" }
    }

    func error(_ range: Range<Int>, _ message: String, help: String? = nil) -> QueryError {
        QueryError(text, at: range, message, help: help)
    }

    /// Returns the error for text without letters and digits.
    func noWords(_ word: String, _ range: Range<Int>) -> QueryError {
        error(
            range, word.isEmpty ? "these quotes are empty" : "'\(word)' has no letter or digit to search for",
            help: Folding.fold(word).isEmpty ? nil : "to search for it: contains:\(QueryText.quoted(word))")
    }

    func backwards(_ item: ValueItem) -> QueryError {
        error(item.range, "the start of this range is after its end", help: "put the smaller value first")
    }

    /// Throws an error if an unquoted value starts with a hyphen (`title:-draft`): the user probably meant
    /// `-title:draft`. Call it only for fields whose values do not start with one. `field` is for the message.
    func refuseHyphen(_ atom: Atom, _ field: Field) throws {
        guard !atom.isQuoted, atom.text.hasPrefix("-") else { return }
        let negated = "-\(field.rawValue):\(QueryText.quoted(String(atom.text.dropFirst())))"
        let ways = [
            proposal(negated).map { "write \($0)" },
            proposal("\(field.rawValue):\(QueryText.quoted(atom.text))").map { "quote it: \($0)" },
        ].compactMap { $0 }
        throw error(
            atom.range, "to negate, put the '-' before the field",
            help: ways.isEmpty ? nil : ways.joined(separator: ", or "))
    }
}
