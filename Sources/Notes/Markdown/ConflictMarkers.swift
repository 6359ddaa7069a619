import SourceText

/// Finds the three marker lines that git writes for a merge conflict.
struct ConflictMarkers {
    private var ours: Range<Int>?
    private var middle: Range<Int>?

    /// Processes the next line. Returns the three marker lines once the last one is found.
    ///
    /// - Parameter isRaw: whether the line is in a code or HTML block, where no conflict starts. Other markers count
    ///   anywhere, since one side of a conflict may open such a block.
    mutating func take(_ line: Range<Int>, of bytes: [UInt8], isRaw: Bool) -> [Range<Int>]? {
        guard line.count >= 7 else { return nil }
        switch bytes[line.lowerBound] {
        case Byte.less where !isRaw && Self.marks(line, of: bytes):
            ours = line
            middle = nil
        case Byte.equals where line.count == 7 && Self.marks(line, of: bytes):
            if ours != nil, middle == nil { middle = line }
        case Byte.greater where Self.marks(line, of: bytes):
            guard let ours, let middle else { return nil }
            self.ours = nil
            self.middle = nil
            return [ours, middle, line]
        default:
            break
        }
        return nil
    }

    /// Whether the line is a git conflict marker: ours, theirs, the common ancestor, or the separator.
    static func isMarker(_ line: Range<Int>, of bytes: [UInt8]) -> Bool {
        guard line.count >= 7 else { return false }
        switch bytes[line.lowerBound] {
        case Byte.less, Byte.greater, Byte.bar: return marks(line, of: bytes)
        case Byte.equals: return line.count == 7 && marks(line, of: bytes)
        default: return false
        }
    }

    /// Whether the line starts with exactly seven of its first byte, followed by a space or the line end.
    private static func marks(_ line: Range<Int>, of bytes: [UInt8]) -> Bool {
        let mark = bytes[line.lowerBound]
        for index in line.prefix(7) where bytes[index] != mark { return false }
        return line.count == 7 || bytes[line.lowerBound + 7] == Byte.space
    }
}
