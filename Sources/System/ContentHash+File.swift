internal import CLinux
internal import SourceText

extension ContentHash {
    /// Returns the hash of the content of an open file, from its current offset.
    static func hash(reading descriptor: Int32, _ path: [UInt8]) throws(SystemError) -> Int64 {
        let status = try FileStatus(descriptor: descriptor, path: path)
        guard status.kind == .regular else { throw SystemError(reading: path, which: status) }
        var hash = ContentHash(count: Int(status.size))
        var count = 0
        while true {
            let piece = try Files.readPiece(descriptor, path, atMost: 1 << 18)
            if piece.isEmpty { break }
            count += piece.count
            hash.add(piece)
        }
        guard count == Int(status.size) else { throw SystemError("read", path, code: EBUSY) }
        return hash.value
    }
}
