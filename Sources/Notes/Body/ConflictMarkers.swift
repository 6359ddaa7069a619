import SourceText

/// Looks for the three lines that git leaves around the sides of a merge conflict.
struct ConflictMarkers {
    private var ours: Range<Int>?
    private var middle: Range<Int>?

    /// Takes the next line; gives the three marker lines once the last one is there.
    ///
    /// `isRaw` says that the line stands in a code or HTML block, where no conflict begins: what one side of a real
    /// conflict holds may well open such a block, so its other marks count anywhere.
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

    /// Whether the line is one that git leaves around a conflict: of ours, theirs, their common ancestor, or between.
    static func isMarker(_ line: Range<Int>, of bytes: [UInt8]) -> Bool {
        guard line.count >= 7 else { return false }
        switch bytes[line.lowerBound] {
        case Byte.less, Byte.greater, Byte.bar: return marks(line, of: bytes)
        case Byte.equals: return line.count == 7 && marks(line, of: bytes)
        default: return false
        }
    }

    /// Whether the line begins with exactly seven of its first byte, then ends or goes on with a space.
    private static func marks(_ line: Range<Int>, of bytes: [UInt8]) -> Bool {
        let mark = bytes[line.lowerBound]
        for index in line.prefix(7) where bytes[index] != mark { return false }
        return line.count == 7 || bytes[line.lowerBound + 7] == Byte.space
    }
}
