import SQLite
package import SourceText

extension NameReader {
    /// Returns the notes whose path, title, id and aliases together contain all words, ignoring case and diacritics. Notes
    /// with shorter names come first, then those with the first path.
    ///
    /// Complexity: O(notes).
    ///
    /// - Parameter words: at least one, folded.
    package func notes(containing words: [String], limit: Int) throws -> [VaultPath] {
        if words.isEmpty { return [] }
        let words = words.map { Array($0.utf8) }
        var aliases: [Int64: String] = [:]
        try index.connection.rows("SELECT file, name FROM alias") { row in
            aliases[row.int(0), default: ""] += "\n\(row.text(1))"
            return true
        }
        var found: [(length: Int, path: VaultPath)] = []
        try index.connection.rows(
            "SELECT f.path, n.title, n.ident, f.id FROM note n CROSS JOIN file f ON f.id = n.file"
        ) { row in
            let path = row.path(0)
            let names = "\(path.text)\n\(row.text(1))\n\(row.optionalText(2) ?? "")\(aliases[row.int(3)] ?? "")"
            let folded = Array(Folding.fold(names).utf8)
            if words.allSatisfy({ Self.contains($0, in: folded) }) { found.append((path.stem.bytes.count, path)) }
            return true
        }
        return found.sorted { ($0.length, $0.path) < ($1.length, $1.path) }.prefix(limit).map(\.path)
    }

    /// Whether some bytes contain others. `String.contains` takes twenty times as long.
    private static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
        return (0...bytes.count - word.count).contains { start in
            bytes[start] == first && bytes[start...].starts(with: word)
        }
    }
}
