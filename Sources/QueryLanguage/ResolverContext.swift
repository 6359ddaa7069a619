import SourceText

/// What all parts of the resolver share: the text of one query, the vault that it is resolved in, and the notices.
struct ResolverContext {
    let text: String
    let vault: any QueryContext
    let notices = NoticeCollector()

    /// Returns the part of the query's text at `range`, a range of bytes.
    func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

    /// Returns the only atom of a value. A leading `=` is allowed.
    ///
    /// - Throws: `QueryError` for any other comparison, and for a range.
    func atom(_ item: ValueItem) throws -> Atom {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom): return atom
        default: throw error(item.range, "a comparison or a range means nothing here")
        }
    }

    /// Returns the form to use here for a term of another program: `is:starred`, `type:image`.
    func foreignForm(_ field: String, _ atom: Atom, isNegated: Bool = false) -> String? {
        let names = ForeignTerms.Names(
            statuses: vault.statuses, noteExtensions: vault.noteExtensions,
            attachmentExtensions: vault.attachmentExtensions)
        let written = slice(atom.range)
        return ForeignTerms.form(of: field, Folding.fold(atom.text), written: written, names: names).map {
            "did you mean \(isNegated ? ForeignTerms.negated($0) : $0)?"
        }
    }

    // MARK: Errors

    func error(_ range: Range<Int>, _ message: String, help: String? = nil) -> QueryError {
        QueryError(text, at: range, message, help: help)
    }

    /// Returns the error for text without letters and digits.
    func noWords(_ word: String, _ range: Range<Int>) -> QueryError {
        error(
            range, word.isEmpty ? "these quotes hold nothing" : "'\(word)' has no letter or digit to search for",
            help: word.isEmpty ? nil : "to search for it: contains:\(QueryText.quoted(word))")
    }

    func backwards(_ item: ValueItem) -> QueryError {
        error(item.range, "this range runs backwards", help: "put the smaller end first")
    }

    /// Throws an error for a hyphen after the colon, where it does not negate.
    func refuseHyphen(_ atom: Atom, _ field: Field) throws {
        guard !atom.isQuoted, atom.text.hasPrefix("-") else { return }
        let rest = String(atom.text.dropFirst())
        throw error(
            atom.range, "the '-' that negates stands before the field",
            help: "write -\(field.rawValue):\(rest), or quote it: \(field.rawValue):\"\(atom.text)\"")
    }
}
