/// The names of the known keys: built-in names and those from the configuration.
package struct KeyNames: Hashable, Sendable {
    /// The built-in names only.
    package static let standard = KeyNames()

    private struct ShortName: Hashable, Sendable {
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
    /// The names of up to 15 bytes, packed into integers. Hashing strings would take half of the time to read a note's
    /// keys.
    private var short: [ShortName] = []
    /// All names by their normalized form.
    private var all: [String: FrontMatterKey.Name] = [:]
    /// The names of at least four bytes, which are long enough to detect typos.
    private var long: [LongName] = []

    package init() {
        for key in FrontMatterKey.allCases {
            for (rank, name) in key.names.enumerated() { put(name, FrontMatterKey.Name(key: key, rank: rank)) }
        }
    }

    private mutating func put(_ text: String, _ name: FrontMatterKey.Name) {
        if let bytes = Self.pack(text) { short.append(ShortName(bytes: bytes, name: name)) }
        let identity = FrontMatterKey.identity(text)
        all[identity] = name
        if identity.utf8.count >= 4 { long.append(LongName(text, identity)) }
    }

    /// Adds an alias with lower precedence than the existing names.
    ///
    /// - Returns: the other key that already has this name, if any. The alias is then not added.
    package mutating func add(_ alias: String, to key: FrontMatterKey) -> FrontMatterKey? {
        if let known = name(alias) { return known.key == key ? nil : known.key }
        let rank = names(of: key).count
        added[key, default: []].append(alias)
        put(alias, FrontMatterKey.Name(key: key, rank: rank))
        return nil
    }

    /// Returns all names of a key by precedence, its own name first.
    package func names(of key: FrontMatterKey) -> [String] { key.names + (added[key] ?? []) }

    /// Returns the key with the given name or alias, and the rank of that name. Names are compared by
    /// `FrontMatterKey.identity`.
    package func name(_ text: String) -> FrontMatterKey.Name? {
        guard let bytes = Self.pack(text) else { return all[FrontMatterKey.identity(text)] }
        for entry in short where entry.bytes == bytes { return entry.name }
        return nil
    }

    /// Returns the known name that an unknown one is probably a typo of. Names of at least four bytes match with one
    /// insertion, deletion, replacement or transposition. Returns nil for a known name.
    ///
    /// Complexity: O(names).
    package func similarName(to text: String) -> String? {
        let wanted = Array(FrontMatterKey.identity(text).utf8)
        guard wanted.count >= 4, name(text) == nil else { return nil }
        // A single typo changes the start or the end, not both.
        for index in long.indices where long[index].first == wanted.first || long[index].last == wanted.last {
            if Nearest.isOneEdit(from: wanted, to: long[index].identity) { return long[index].name }
        }
        return nil
    }

    /// The added names as one text, which differs if they do.
    package var signature: String {
        FrontMatterKey.allCases.compactMap { key in
            added[key].map { "\(key.rawValue)=\($0.joined(separator: "\u{3}"))" }
        }.joined(separator: "\u{4}")
    }

    /// Returns an ASCII name of up to 15 significant bytes as an integer, or nil for other names.
    private static func pack(_ text: String) -> UInt128? {
        // The leading 1 distinguishes texts with leading NULs.
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
