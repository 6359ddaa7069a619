/// Every name of the known keys: those built in, and those that a configuration adds.
package struct KeyNames: Hashable, Sendable {
    /// The built-in names alone.
    package static let standard = KeyNames()

    private struct Entry: Hashable, Sendable {
        var bytes: UInt128
        var name: FrontMatterKey.Name
    }

    private struct LongName: Hashable, Sendable {
        var name: String
        var identity: [UInt8]
        var first: UInt8?
        var last: UInt8?

        init(_ name: String, _ identity: String) {
            self.name = name
            self.identity = Array(identity.utf8)
            (first, last) = (self.identity.first, self.identity.last)
        }
    }

    private var added: [FrontMatterKey: [String]] = [:]
    /// The names by their bytes, few of which have more than 15: hashing texts would be half of reading a note's keys.
    private var short: [Entry] = []
    /// All of them by what they are compared by.
    private var all: [String: FrontMatterKey.Name] = [:]
    /// Those that are long enough to be told from a slip of the finger.
    private var long: [LongName] = []

    package init() {
        for key in FrontMatterKey.allCases {
            for (rank, name) in key.names.enumerated() { put(name, FrontMatterKey.Name(key: key, rank: rank)) }
        }
    }

    private mutating func put(_ text: String, _ name: FrontMatterKey.Name) {
        if let bytes = Self.pack(text) { short.append(Entry(bytes: bytes, name: name)) }
        let identity = FrontMatterKey.identity(text)
        all[identity] = name
        if identity.utf8.count >= 4 { long.append(LongName(text, identity)) }
    }

    /// Adds an alias, which weighs less than those that are there.
    ///
    /// - Returns: the key whose name it is already, where that is another one; it is then not added.
    package mutating func add(_ alias: String, to key: FrontMatterKey) -> FrontMatterKey? {
        if let known = name(alias) { return known.key == key ? nil : known.key }
        let rank = names(of: key).count
        added[key, default: []].append(alias)
        put(alias, FrontMatterKey.Name(key: key, rank: rank))
        return nil
    }

    /// Every name of a key, its own first, the rest in the order in which they count.
    package func names(of key: FrontMatterKey) -> [String] { key.names + (added[key] ?? []) }

    /// The key that has that name or alias, and which of its names it is. Names are compared by
    /// `FrontMatterKey.identity`.
    package func name(_ text: String) -> FrontMatterKey.Name? {
        guard let bytes = Self.pack(text) else { return all[FrontMatterKey.identity(text)] }
        for entry in short where entry.bytes == bytes { return entry.name }
        return nil
    }

    /// The name that a key which is none of them nearly is, as a slip of the finger makes it: one letter more, less or
    /// another, or two exchanged, of a name with at least four. Nil for a known one.
    ///
    /// Complexity: O(names).
    package func nearly(_ text: String) -> String? {
        let wanted = Array(FrontMatterKey.identity(text).utf8)
        guard wanted.count >= 4, name(text) == nil else { return nil }
        // One slip changes the beginning or the end, not both.
        for index in long.indices where long[index].first == wanted.first || long[index].last == wanted.last {
            if Nearest.isOneSlip(from: wanted, to: long[index].identity) { return long[index].name }
        }
        return nil
    }

    /// The names that were added, as one text.
    package var signature: String {
        FrontMatterKey.allCases.compactMap { key in
            added[key].map { "\(key.rawValue)=\($0.joined(separator: "\u{3}"))" }
        }.joined(separator: "\u{4}")
    }

    /// The bytes that count of an ASCII name with up to 15 of them; nil for any other.
    private static func pack(_ text: String) -> UInt128? {
        // The 1 before them keeps texts with leading NULs apart from those without.
        var bytes: UInt128 = 1
        var count = 0
        for byte in text.utf8 {
            if byte >= 0x80 { return nil }
            if byte == Byte.hyphen || byte == Byte.underscore || byte == Byte.space { continue }
            count += 1
            if count > 15 { return nil }
            bytes = bytes << 8 | UInt128(byte.lowercased)
        }
        return count == 0 ? nil : bytes
    }
}
