internal import CSQLite

/// Replacements of `printf` and `format`. In SQLite, `%c` is repeated as often as a precision says, up to 2^31 times, and
/// nothing can interrupt that. These have the same results, with widths and precisions up to a limit. A larger result may be
/// NULL or an error, as in SQLite (https://sqlite.org/printf.html).
package struct LimitedFormat {
    private let connection: Connection
    /// The largest width and precision: a result of this length is an error.
    private let largest: Int64

    /// Registers the functions, which take the place of those of SQLite.
    ///
    /// - Parameter largest: the largest result in bytes.
    package static func add(to connection: Connection, largest: Int32) throws(SQLiteError) {
        let format = LimitedFormat(connection: try Connection([], .plain), largest: Int64(largest) + 1)
        unsafe sqlite3_limit(format.connection.handle, SQLITE_LIMIT_LENGTH, largest)
        for name in ["printf", "format"] { try connection.addFunction(name, arguments: -1) { try format.text($0) } }
    }

    private func text(_ values: [SQLValue]) throws -> SQLValue {
        var values = values
        switch values.first {
        case .text(let template)?, .blob(let template)?: values[0] = .text(limited(template, values: &values))
        default: break
        }
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
                    if place < values.count { values[place] = .int(clamp(values[place])) }
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

    /// Returns the number that SQLite reads from a value, within the limits.
    private func clamp(_ value: SQLValue) -> Int64 {
        switch value {
        case .int(let number): return max(-largest, min(number, largest))
        case .real(let number): return number.isNaN ? 0 : Int64(max(-Double(largest), min(number, Double(largest))))
        case .null: return 0
        case .text(let bytes), .blob(let bytes):
            var digits = bytes.drop { [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains($0) }[...]
            let sign = digits.first
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
            var number: Int64 = 0
            for digit in digits.prefix(while: { 0x30...0x39 ~= $0 }) where number < largest {
                number = min(10 * number + Int64(digit - 0x30), largest)
            }
            return sign == UInt8(ascii: "-") ? -number : number
        }
    }
}
