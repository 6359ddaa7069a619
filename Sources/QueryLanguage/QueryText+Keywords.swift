/// Keywords in the text of queries.
extension QueryText {
    /// The query with other names for the keywords it asks for, every other byte as it was.
    ///
    /// - Parameter rename: the new name of a keyword as written, without `#`; nil where it keeps its own.
    /// - Returns: nil where nothing changes, or the query cannot be read.
    package static func renamingKeywords(in query: String, _ rename: (String) -> String?) -> String? {
        rewriting(query) { field, atom in
            switch field {
            case .keyword: break
            // A number counts keywords.
            case .keywords: if !atom.isQuoted, NumberResolver.number(atom.text) != nil { return nil }
            default: return nil
            }
            let hasSign = atom.text.hasPrefix("#")
            guard let new = rename(hasSign ? String(atom.text.dropFirst()) : atom.text) else { return nil }
            return (hasSign ? "#" : "") + quoted(new)
        }
    }
}
