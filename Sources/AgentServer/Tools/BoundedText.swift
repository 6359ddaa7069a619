import SourceText

/// Bounds for the texts of results. A title, a keyword or a value can be as long as the file that contains it.
enum BoundedText {
    /// The members that a client uses as they are in other calls.
    private static let exact: Set<String> = ["path", "path_base64", "hash", "vault"]
    /// The bytes of a text in a list, and of a remark.
    static let usual = 500

    /// Returns a text, or the start of one that is longer than a number of bytes, with an ellipsis.
    static func clipped(_ text: String, atMost limit: Int = usual) -> String {
        if text.utf8.count <= limit { return text }
        let ellipsis = "…"
        let bytes = Array(text.utf8.prefix(limit + 1))
        return bytes.text(0..<end(of: bytes, atMost: max(0, limit - ellipsis.utf8.count))) + ellipsis
    }

    /// Returns the end of the last whole character in the first `limit` bytes of a text that is longer.
    static func end(of text: [UInt8], atMost limit: Int) -> Int {
        text[...limit].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    /// Returns an object of a list, or a section of objects, in which each member takes about `limit` bytes at most.
    static func item(_ object: JSONValue, atMost limit: Int = usual) -> JSONValue {
        guard case .object(let members) = object else { return object }
        return .object(
            members.map { member in
                if exact.contains(member.name) { return member }
                if member.name == "notes", case .array(let notes) = member.value {
                    return JSONValue.Member(name: "notes", value: .array(notes.map { item($0, atMost: limit) }))
                }
                return JSONValue.Member(name: member.name, value: clipped(member.value, atMost: limit))
            })
    }

    /// Returns a value that takes about `limit` bytes at most: texts are cut, and the last entries are left out.
    private static func clipped(_ value: JSONValue, atMost limit: Int) -> JSONValue {
        switch value {
        case .string(let text): return .string(clipped(text, atMost: limit))
        case .array(let values):
            let shorter = values.map { clipped($0, atMost: limit - 2) }
            return .array(fitting(shorter.map { ($0, $0) }, in: limit))
        case .object(let members):
            let shorter = members.map { member in
                let value = exact.contains(member.name) ? member.value : clipped(member.value, atMost: limit)
                return JSONValue.Member(name: member.name, value: value)
            }
            return .object(fitting(shorter.map { ($0, $0.value) }, in: limit))
        case .null, .bool, .number, .raw: return value
        }
    }

    /// Returns the first entries whose values have at most `limit` bytes together.
    private static func fitting<Entry>(_ entries: [(entry: Entry, value: JSONValue)], in limit: Int) -> [Entry] {
        var size = 0
        var kept: [Entry] = []
        for (entry, value) in entries {
            size += value.written.count
            if size > limit { break }
            kept.append(entry)
        }
        return kept
    }
}
