internal import CSQLite

/// Replacements of `printf` and `format`. In SQLite, `%c` is repeated as often as a precision says, up to two thousand million
/// times, and nothing can interrupt that. These have the same results, with widths and precisions up to a limit
/// (https://sqlite.org/printf.html).
package struct LimitedFormat {
    private let connection: Connection
    /// The largest width and precision: a result of this length is an error.
    private let largest: Int64

    /// Registers the functions, which take the place of those of SQLite.
    ///
    /// - Parameter largest: the largest result in bytes. A larger one is an error (SQLITE_TOOBIG).
    package static func add(to connection: Connection, largest: Int32) throws(SQLiteError) {
        let format = LimitedFormat(connection: try Connection([], .plain), largest: Int64(largest) + 1)
        unsafe sqlite3_limit(format.connection.handle, SQLITE_LIMIT_LENGTH, largest)
        for name in ["printf", "format"] { try connection.addFunction(name, arguments: -1) { try format.text($0) } }
    }

    private func text(_ values: [SQLValue]) throws -> SQLValue {
        var values = values
        if case .text(let template)? = values.first { values[0] = .text(limited(template, values: &values)) }
        let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try connection.first("SELECT format(\(places))", values) { $0.value(0) } ?? .null
    }

    /// Returns a template whose widths and precisions are limited, also those that `*` takes from the values.
    private func limited(_ template: [UInt8], values: inout [SQLValue]) -> [UInt8] {
        var limited: [UInt8] = []
        var place = 1
        var rest = template[...]
        while let byte = rest.popFirst() {
            limited.append(byte)
            guard byte == UInt8(ascii: "%") else { continue }
            // Flags, width, precision and length, up to the letter of the conversion.
            while let next = rest.first, "-+ 0!#,123456789.*lh".utf8.contains(next) {
                if next == UInt8(ascii: "*") {
                    if place < values.count { values[place] = clamp(values[place]) }
                    place += 1
                }
                let digits = rest.prefix { 0x30...0x39 ~= $0 }
                if Int64(String(decoding: digits, as: UTF8.self)).map({ $0 <= largest }) ?? digits.isEmpty {
                    limited += digits.isEmpty ? [next] : Array(digits)
                } else {
                    limited += Array(String(largest).utf8)
                }
                rest = rest.dropFirst(max(1, digits.count))
            }
            if let letter = rest.popFirst() {
                limited.append(letter)
                if letter != UInt8(ascii: "%"), letter != UInt8(ascii: "n") { place += 1 }
            }
        }
        return limited
    }

    private func clamp(_ value: SQLValue) -> SQLValue {
        let number: Double =
            switch value {
            case .int(let number): Double(number)
            case .real(let number): number
            case .text(let text): Double(String(decoding: text, as: UTF8.self)) ?? 0
            case .null, .blob: 0
            }
        return abs(number) <= Double(largest) ? value : .int(number < 0 ? -largest : largest)
    }
}
