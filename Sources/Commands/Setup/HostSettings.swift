import SourceText

/// A JSON file with the settings of a host, and the places in it where the entry of slip is or can be added.
struct HostSettings {
    /// Why the file cannot be edited, as the end of a sentence about it.
    struct Obstacle: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    private let key: String
    private let json: JSONWithComments
    /// The offset of the outermost object, or nil in a file without any value.
    private let top: Int?
    /// The object that has the entries of servers.
    private var servers: JSONWithComments.Member?
    private var entry: JSONWithComments.Member?

    private static let maximumSize = 16 << 20

    init(_ bytes: [UInt8], key: String) throws(Obstacle) {
        self.bytes = bytes
        self.key = key
        guard bytes.count <= Self.maximumSize else { throw Obstacle(reason: "is too large") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Obstacle(reason: "is not UTF-8") }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isBlank = bytes.nextWord(from: bytes.starts(with: mark) ? mark.count : 0) == nil
        guard let json = JSONWithComments(isBlank ? Array("{}".utf8) : bytes) else {
            throw Obstacle(reason: "is not valid JSON")
        }
        self.json = json
        top = isBlank ? nil : json.plain.nextWord(from: 0)
        guard let top else { return }
        guard let members = json.members(of: top) else { throw Obstacle(reason: "is not a JSON object") }
        servers = try Self.only(key, in: members)
        guard let servers else { return }
        guard let entries = json.members(of: servers.value.lowerBound) else {
            throw Obstacle(reason: "has a '\(key)' that is not an object")
        }
        entry = try Self.only(ServerEntry.name, in: entries)
    }

    private static func only(
        _ name: String, in members: [JSONWithComments.Member]
    ) throws(Obstacle) -> JSONWithComments.Member? {
        let found = members.filter { $0.name == name }
        if found.count > 1 { throw Obstacle(reason: "has '\(name)' twice") }
        return found.first
    }

    /// The value of the entry, or nil if there is none.
    var entryValue: JSONValue? { entry.flatMap { JSONValue(bytes: Array(json.plain[$0.value])) } }

    // MARK: Adding

    /// Returns the content of a new file with an entry.
    static func file(with entry: ServerEntry, key: String) -> [UInt8] {
        Array("{\n    \(servers(entry, key, start: "\n    ", unit: "    "))\n}\n".utf8)
    }

    /// Returns the text that adds an entry, and its offset.
    func insertion(of entry: ServerEntry) -> (offset: Int, text: [UInt8]) {
        guard let top else {
            let text = Self.servers(entry, key, start: lineEnding + "\t", unit: "\t")
            return (bytes.count, Array("{\(lineEnding)\t\(text)\(lineEnding)}\(lineEnding)".utf8))
        }
        let line = "\"\(ServerEntry.name)\": \(entry.line)"
        if let servers { return addition(to: servers.value.lowerBound, line: line) { _ in line } }
        return addition(to: top, line: "\"\(key)\": {\(line)}") { Self.servers(entry, key, start: $0, unit: unit) }
    }

    /// Returns the member with the entries of servers, with one entry.
    ///
    /// - Parameters:
    ///   - start: the line ending and indentation of the closing brace.
    ///   - unit: the indentation of the entry relative to it.
    private static func servers(_ entry: ServerEntry, _ key: String, start: String, unit: String) -> String {
        "\"\(key)\": {\(start)\(unit)\"\(ServerEntry.name)\": \(entry.lines(start + unit, unit: unit))\(start)}"
    }

    /// Returns the text that adds a first member to the object at an offset.
    ///
    /// - Parameters:
    ///   - line: the member for an object whose first member is on the line of the brace.
    ///   - lines: returns the member for any other object. Its argument is a line ending with the indentation.
    private func addition(to start: Int, line: String, lines: (String) -> String) -> (offset: Int, text: [UInt8]) {
        let text: String
        if let first = json.members(of: start)?.first {
            let isBelow = bytes[start..<first.start].contains(Byte.newline)
            let indented = lineEnding + indentation(at: first.start)
            text = isBelow ? indented + lines(indented) + "," : line + ", "
        } else {
            let closing = lineEnding + indentation(at: start)
            text = closing + unit + lines(closing + unit) + closing
        }
        return (start + 1, Array(text.utf8))
    }

    // MARK: Layout

    private var lineEnding: String {
        let end = bytes.lineEnd(from: 0)
        return end > 0 && end < bytes.count && bytes[end - 1] == Byte.carriageReturn ? "\r\n" : "\n"
    }

    /// The indentation of the first member of the outermost object. Two spaces if it has none.
    private var unit: String {
        guard let top, let first = json.members(of: top)?.first else { return "  " }
        let found = indentation(at: first.start)
        return found.isEmpty ? "  " : found
    }

    /// Returns the indentation of the line that contains an offset.
    private func indentation(at offset: Int) -> String {
        let start = bytes[..<offset].lastIndex(of: Byte.newline).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start...].prefix(while: \.isBlank), as: UTF8.self)
    }

    // MARK: Removing

    /// Returns the file that becomes this one when `entry` is added, or nil if there is none.
    func original(before entry: ServerEntry) -> [UInt8]? {
        guard let top, let servers, let member = self.entry else { return nil }
        let ranges =
            [top..<bytes.count] + additions(to: top, upTo: servers.value.upperBound)
            + additions(to: servers.value.lowerBound, upTo: member.value.upperBound)
        for range in ranges {
            let rest = Array(bytes[..<range.lowerBound] + bytes[range.upperBound...])
            guard let settings = try? HostSettings(rest, key: key) else { continue }
            let (offset, text) = settings.insertion(of: entry)
            if offset == range.lowerBound, text == Array(bytes[range]) { return rest }
        }
        return nil
    }

    /// Returns the possible ranges of a text that `addition` returned, whose member ends at an offset.
    private func additions(to start: Int, upTo end: Int) -> [Range<Int>] {
        let ends = [", ", ",", lineEnding + indentation(at: start)]
        return ends.compactMap { bytes[end...].starts(with: $0.utf8) ? start + 1..<end + $0.utf8.count : nil }
    }

    /// Returns the file without the entry and its comma, or nil if a comment prevents that.
    func withoutEntry() -> [UInt8]? {
        guard let entry, let after = json.plain.nextWord(from: entry.value.upperBound),
            let before = json.plain[..<entry.start].lastIndex(where: { !$0.isBlank && !$0.isLineEnd }),
            let next = bytes.nextWord(from: entry.value.upperBound)
        else { return nil }
        // Keep a comment above the entry.
        let start = bytes.nextWord(from: before + 1) == entry.start ? before + 1 : entry.start
        var removed = [start..<entry.value.upperBound]
        if let comma = [after, next, before].first(where: { bytes[$0] == Byte.comma }) {
            removed.append(comma..<comma + 1)
        } else if start == before + 1, next == after {
            removed = [start..<after]
        }
        var rest = bytes
        for range in removed.sorted(by: { $0.lowerBound > $1.lowerBound }) { rest.removeSubrange(range) }
        guard let settings = try? HostSettings(rest, key: key), settings.entry == nil else { return nil }
        return rest
    }
}
