package import SourceText

extension YAMLValue {
    /// Writes the value as JSON. Plain `true` and `false`, numbers and null keep their types. Every other scalar is
    /// a string. Sequences and mappings become arrays and objects. A value that could not be parsed is null.
    package func write(to json: inout JSONWriter) {
        switch content {
        case .null, .opaque: json.null()
        case .scalar(let text, _):
            if isNull {
                json.null()
            } else if let boolean {
                json.bool(boolean)
            } else if let numeral, let number {
                // Keep the notation unless JSON lacks it.
                let digits = numeral.hasPrefix("+") ? String(numeral.dropFirst()) : numeral
                if Int64(digits) != nil { json.raw(digits) } else { json.number(number) }
            } else {
                json.string(text)
            }
        case .sequence(let values, _): json.array { json in for value in values { value.write(to: &json) } }
        case .mapping(let mapping, _):
            json.object { json in YAMLEntry.write(mapping.entries, to: &json) }
        }
    }
}

extension YAMLEntry {
    /// Writes entries as the members of an object. Of a repeated key, only the last counts.
    package static func write(_ entries: [YAMLEntry], to json: inout JSONWriter) {
        var last: [String: Int] = [:]
        for (index, entry) in entries.enumerated() { last[entry.key] = index }
        for (index, entry) in entries.enumerated() where last[entry.key] == index {
            json.key(entry.key)
            entry.value.write(to: &json)
        }
    }
}
