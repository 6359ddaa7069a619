import SourceText
import System

/// Reads all notes of a vault one after another, and finds title and body as `GeneratedVault` writes them.
struct NoteFiles {
    private let root: [UInt8]

    init(_ root: [UInt8]) { self.root = root }

    /// Calls `body` with the title and the body of each note. Complexity: O(bytes).
    func forEach(_ body: (_ title: [UInt8], _ body: [UInt8]) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for path in try paths() {
            let count = try Files.read(path, into: &buffer)
            let (title, start) = Self.split(buffer[..<count])
            try body(Array(buffer[title]), Array(buffer[start..<count]))
        }
    }

    /// Returns the full paths of the notes, except in hidden folders.
    func paths() throws -> [[UInt8]] {
        var paths: [[UInt8]] = []
        var folders = [root]
        while let folder = folders.popLast() {
            for entry in try Files.list(folder) where entry.name.first != Byte.dot {
                let path = folder + [Byte.slash] + entry.name
                if entry.status.kind == .directory {
                    folders.append(path)
                } else if entry.name.suffix(3).elementsEqual(".md".utf8) {
                    paths.append(path)
                }
            }
        }
        return paths
    }

    /// Returns the range of the title and the start of the body. In generated notes the second line is the title, and a
    /// line of hyphens ends the front matter. Without a title, the whole note is the body.
    private static func split(_ note: ArraySlice<UInt8>) -> (title: Range<Int>, body: Int) {
        let title = "---\ntitle: ".utf8.count
        guard note.count > title, let end = note[title...].firstIndex(of: Byte.newline) else { return (0..<0, 0) }
        var line = end
        while line + 5 <= note.count {
            if note[line + 1] == Byte.hyphen, note[line + 2] == Byte.hyphen, note[line + 3] == Byte.hyphen,
                note[line + 4] == Byte.newline
            {
                return (title..<end, line + 5)
            }
            guard let next = note[(line + 1)...].firstIndex(of: Byte.newline) else { break }
            line = next
        }
        return (title..<end, end + 1)
    }
}
