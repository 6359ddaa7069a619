import SourceText

/// The shared state of the resolver's parts: the text of one query, its vault, and the notices about it.
struct ResolverContext {
    let text: String
    let vault: any QueryContext
    let notices = NoticeCollector()

    func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

    /// Returns the only atom of a value. Throws an error for a range, a regular expression, and a comparison other than
    /// `=`.
    func atom(_ item: ValueItem) throws -> Atom {
        if let atom = item.atom { return atom }
        throw error(item.range, "a comparison or a range is not accepted here")
    }

    /// Returns help with the form to use here for a term of another program, such as `is:starred`: "did you mean
    /// is:favorite?". Nil if the term is not known.
    ///
    /// - Parameter isNegated: whether to return the form for the notes that the term does not match.
    func foreignForm(_ field: String, _ atom: Atom, isNegated: Bool = false) -> String? {
        let form = ForeignTerms.form(of: field, Folding.fold(atom.text), written: slice(atom.range), in: vault)
        return form.map { "did you mean \(isNegated ? ForeignTerms.negated($0) : $0)?" }
    }

    func error(_ range: Range<Int>, _ message: String, help: String? = nil) -> QueryError {
        QueryError(text, at: range, message, help: help)
    }

    /// Returns the error for text without letters and digits.
    func noWords(_ word: String, _ range: Range<Int>) -> QueryError {
        error(
            range, word.isEmpty ? "these quotes are empty" : "'\(word)' has no letter or digit to search for",
            help: word.isEmpty ? nil : "to search for it: contains:\(QueryText.quoted(word))")
    }

    func backwards(_ item: ValueItem) -> QueryError {
        error(item.range, "the start of this range is after its end", help: "put the smaller value first")
    }

    /// Throws an error if an unquoted value starts with a hyphen (`title:-draft`): the user probably meant
    /// `-title:draft`. Call it only for fields whose values do not start with one. `field` is for the message.
    func refuseHyphen(_ atom: Atom, _ field: Field) throws {
        guard !atom.isQuoted, atom.text.hasPrefix("-") else { return }
        let rest = String(atom.text.dropFirst())
        throw error(
            atom.range, "to negate, put the '-' before the field",
            help: "write -\(field.rawValue):\(rest), or quote it: \(field.rawValue):\"\(atom.text)\"")
    }
}
