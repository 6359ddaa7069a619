import SourceText
import System

/// What happens to a made vault between two runs, and is taken back after them.
struct Change: Sendable {
    let workplace: Workplace
    let made: MadeVault

    /// Long enough for a file's time to be surely older than its next reading.
    private static let settling = Duration.milliseconds(150)

    private func file(_ number: Int) -> (path: [UInt8], text: [UInt8], modified: Int64) {
        let note = number * made.count / 10
        return (
            workplace.vault + [Byte.slash] + made.path(ofNote: note), made.text(ofNote: note),
            (made.created(note) + 3600) * 1_000_000_000
        )
    }

    /// Writes ten notes anew, spread over the vault, each with another last line every time.
    func changeTen() throws {
        let stamp = Array("changed \(LocalZone.now().microseconds)\n".utf8)
        for number in 0..<10 {
            let (path, text, _) = file(number)
            try Files.remove(path)
            try Files.create(path, text + stamp)
        }
        ThisProcess.sleep(Self.settling)
    }

    /// Gives the ten notes their bytes and times back.
    func restoreTen() throws {
        for number in 0..<10 {
            let (path, text, modified) = file(number)
            try? Files.remove(path)
            try Files.create(path, text)
            try Files.setModified(path, modified)
        }
    }

    private var awaited: [UInt8] { workplace.path("vault/\(MadeVault.awaited).md") }

    /// Makes the note to which a thousand others link.
    func addAwaited() throws {
        try? Files.remove(awaited)
        try Files.create(awaited, Array("# \(MadeVault.awaited)\n\nThere it is.\n".utf8))
        ThisProcess.sleep(Self.settling)
    }

    func removeAwaited() throws { try? Files.remove(awaited) }
}
