/// Replacements of `instr(X, Y)` and `replace(X, Y, Z)`, which in SQLite take time proportional to the product of the first
/// two lengths, and which nothing can interrupt. These take time proportional to the sum, and read blobs as text.
enum LinearSearch {
    /// Registers the functions, which take the place of those of SQLite.
    ///
    /// - Parameter largest: the largest result in bytes. A larger one is an error.
    static func add(to connection: Connection, largest: Int32) throws(SQLiteError) {
        try connection.addFunction("instr", arguments: 2, takesText: true) { values in
            guard case .text(let text) = values[0], case .text(let wanted) = values[1] else { return .null }
            if wanted.isEmpty { return .int(1) }
            var place: Int?
            forEachPlace(of: wanted, in: text) { offset in
                place = offset
                return false
            }
            // SQLite counts characters.
            return .int(place.map { offset in text[..<offset].count { $0 & 0xC0 != 0x80 } + 1 } ?? 0)
        }
        try connection.addFunction("replace", arguments: 3, takesText: true) { values in
            guard case .text(let text) = values[0], case .text(let old) = values[1], case .text(let new) = values[2]
            else { return .null }
            if old.isEmpty { return .text(text) }
            var result: [UInt8] = []
            var end = 0
            forEachPlace(of: old, in: text) { offset in
                result += text[end..<offset] + new
                end = offset + old.count
                // SQLite refuses a value that is longer than the limit.
                return result.count <= Int(largest)
            }
            return .text(result + text[end...])
        }
    }

    /// Calls `body` with the offset of each occurrence that overlaps none before it, until `body` returns false: the
    /// algorithm of Knuth, Morris and Pratt.
    private static func forEachPlace(of wanted: [UInt8], in text: [UInt8], _ body: (Int) -> Bool) {
        // For each length of a matched beginning, the length of the longest shorter one that is its end.
        var shorter = [Int](repeating: 0, count: wanted.count + 1)
        var length = 0
        for index in wanted.indices.dropFirst() {
            while length > 0, wanted[index] != wanted[length] { length = shorter[length] }
            if wanted[index] == wanted[length] { length += 1 }
            shorter[index + 1] = length
        }
        length = 0
        for index in text.indices {
            while length > 0, text[index] != wanted[length] { length = shorter[length] }
            if text[index] == wanted[length] { length += 1 }
            guard length == wanted.count else { continue }
            if !body(index + 1 - length) { return }
            length = 0
        }
    }
}
