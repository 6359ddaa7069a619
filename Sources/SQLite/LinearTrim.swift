/// Replacements of `trim(X, Y)`, `ltrim(X, Y)` and `rtrim(X, Y)`, which in SQLite take time proportional to the product of
/// both lengths, and which nothing can interrupt. These take time proportional to the sum.
enum LinearTrim {
    /// Registers the functions, which take the place of those of SQLite.
    static func add(to connection: Connection) throws(SQLiteError) {
        for (name, atStart, atEnd) in [("trim", true, true), ("ltrim", true, false), ("rtrim", false, true)] {
            try connection.addFunction(name, arguments: 2, takesText: true) { values in
                guard case .text(let text) = values[0], case .text(let characters) = values[1] else { return .null }
                var removed: Set<ArraySlice<UInt8>> = []
                var rest = characters[...]
                while !rest.isEmpty { removed.insert(Self.takeFirst(&rest)) }
                var kept = text[...]
                while atStart, !kept.isEmpty {
                    var after = kept
                    guard removed.contains(Self.takeFirst(&after)) else { break }
                    kept = after
                }
                while atEnd, !kept.isEmpty {
                    let start = kept.lastIndex { $0 & 0xC0 != 0x80 } ?? kept.startIndex
                    guard removed.contains(kept[start...]) else { break }
                    kept = kept[..<start]
                }
                return .text(Array(kept))
            }
        }
    }

    /// Removes the first character of a text in UTF-8, and returns it.
    private static func takeFirst(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = text.dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? text.endIndex
        defer { text = text[end...] }
        return text[..<end]
    }
}
