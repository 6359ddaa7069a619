/// Writes ZIP archives for tests. Entries are stored, not compressed, unless they are given compressed.
package struct ZIPWriter {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    package init() {}

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - data: the bytes in the archive.
    ///   - method: 0 for stored, 8 for deflate.
    ///   - size: the declared size of the content (default: that of `data`).
    ///   - flags: 1 for encrypted.
    package mutating func add(_ name: String, _ data: [UInt8], method: Int = 0, size: Int? = nil, flags: Int = 0) {
        let start = bytes.count
        let common =
            Self.short(20) + Self.short(flags) + Self.short(method) + [UInt8](repeating: 0, count: 8)
            + Self.long(data.count) + Self.long(size ?? data.count) + Self.short(name.utf8.count) + Self.short(0)
        bytes += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + data
        directory += [0x50, 0x4B, 1, 2] + Self.short(20) + common + [UInt8](repeating: 0, count: 10)
        directory += Self.long(start) + Array(name.utf8)
        count += 1
    }

    /// The archive with all entries.
    package var archive: [UInt8] {
        bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.short(count) + Self.short(count)
            + Self.long(directory.count) + Self.long(bytes.count) + Self.short(0)
    }

    /// Returns an archive of texts by name.
    package static func archive(_ entries: KeyValuePairs<String, String>) -> [UInt8] {
        var writer = ZIPWriter()
        for (name, text) in entries { writer.add(name, Array(text.utf8)) }
        return writer.archive
    }

    private static func short(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    private static func long(_ number: Int) -> [UInt8] { short(number) + short(number >> 16) }
}
