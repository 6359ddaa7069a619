/// A ZIP archive in memory, as office documents and e-books are (APPNOTE.TXT 6.3: 4.3). Entries are decoded on request.
///
/// Archives of several parts, of more than 4 GB, and methods other than stored and deflate are not supported.
package struct ZIPArchive: Sendable {
    /// The reason why an entry cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        case damaged, encrypted, tooLarge
    }

    /// The limits for the decoded data.
    package struct Limits: Hashable, Sendable {
        /// The size of all entries that are read, in bytes.
        package var total = 100 << 20
        /// The size of an entry relative to its compressed size.
        package var ratio = 200
        /// The size of an entry, in bytes, up to which any ratio is accepted.
        package var anyRatio = 1 << 20

        package init() {}
    }

    private struct Entry {
        var isEncrypted: Bool
        var method: Int
        var compressed: Int
        var size: Int
        /// The position of the local header.
        var start: Int
    }

    private let bytes: [UInt8]
    private let entries: [String: Entry]
    private let limits: Limits
    private var total = 0
    /// The names of the entries, sorted.
    package let names: [String]

    private static let endSignature: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let endSize = 22
    private static let longestComment = 0xFFFF

    /// Reads the central directory. Throws if there is none.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(DamagedData) {
        self.bytes = bytes
        self.limits = limits
        let last = bytes.count - Self.endSize
        guard last >= 0 else { throw DamagedData() }
        let first = max(0, last - Self.longestComment)
        guard let end = (first...last).reversed().first(where: { bytes[$0..<$0 + 4].elementsEqual(Self.endSignature) })
        else { throw DamagedData() }
        var reader = ByteReader(bytes)
        reader.index = end + 10
        let count = try reader.littleNumber()
        _ = try reader.longLittleNumber()
        reader.index = try reader.longLittleNumber()
        var entries: [String: Entry] = [:]
        for _ in 0..<count {
            let (name, entry) = try Self.entry(&reader)
            // Of entries with the same name, the first counts.
            if entries[name] == nil { entries[name] = entry }
        }
        self.entries = entries
        names = entries.keys.sorted()
    }

    private static func entry(_ reader: inout ByteReader) throws(DamagedData) -> (name: String, Entry) {
        guard try reader.take(4).elementsEqual([0x50, 0x4B, 1, 2]) else { throw DamagedData() }
        _ = try reader.take(4)
        let flags = try reader.littleNumber()
        let method = try reader.littleNumber()
        _ = try reader.take(8)
        let compressed = try reader.longLittleNumber()
        let size = try reader.longLittleNumber()
        let (name, extra, comment) = (
            try reader.littleNumber(), try reader.littleNumber(), try reader.littleNumber()
        )
        _ = try reader.take(8)
        let start = try reader.longLittleNumber()
        let text = String(decoding: try reader.take(name), as: UTF8.self)
        _ = try reader.take(extra + comment)
        return (
            text, Entry(isEncrypted: flags & 1 != 0, method: method, compressed: compressed, size: size, start: start)
        )
    }

    /// Returns the content of an entry, or nil if there is none with this name.
    ///
    /// Complexity: O(content), at most that of the limits.
    package mutating func read(_ name: String) throws(Fault) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        if entry.isEncrypted { throw .encrypted }
        let most = min(limits.total - total, max(limits.anyRatio, entry.compressed * limits.ratio))
        if entry.size > most { throw .tooLarge }
        let content: [UInt8]
        do throws(DamagedData) {
            content = try decode(entry)
        } catch {
            throw .damaged
        }
        total += content.count
        // The sizes in the directory may be wrong.
        guard content.count == entry.size else { throw content.count > entry.size ? .tooLarge : .damaged }
        return content
    }

    private func decode(_ entry: Entry) throws(DamagedData) -> [UInt8] {
        var reader = ByteReader(bytes)
        reader.index = entry.start
        guard try reader.take(4).elementsEqual([0x50, 0x4B, 3, 4]) else { throw DamagedData() }
        _ = try reader.take(22)
        let (name, extra) = (try reader.littleNumber(), try reader.littleNumber())
        _ = try reader.take(name + extra)
        let data = try reader.take(entry.compressed)
        switch entry.method {
        case 0: return Array(data)
        case 8: return try Inflate.raw(Array(data), limit: entry.size + 1)
        default: throw DamagedData()
        }
    }
}
