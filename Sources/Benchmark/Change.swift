import SourceText
import System

/// Changes to a generated vault between two runs, which are reverted afterwards.
struct Change: Sendable {
    let workspace: Workspace
    let made: GeneratedVault

    /// Long enough that the modification time of a file is certainly older than the next scan.
    private static let settling = Duration.milliseconds(150)

    private func file(_ number: Int) -> (path: [UInt8], text: [UInt8], modified: Int64) {
        let note = number * made.count / 10
        return (
            workspace.vault + [Byte.slash] + made.path(ofNote: note), made.text(ofNote: note),
            (made.created(note) + 3600) * 1_000_000_000
        )
    }

    /// Rewrites ten notes, spread over the vault. The last line differs each time.
    func changeTen() throws {
        let stamp = Array("changed \(LocalZone.now().microseconds)\n".utf8)
        for number in 0..<10 {
            let (path, text, _) = file(number)
            try Files.remove(path)
            try Files.create(path, text + stamp)
        }
        ThisProcess.sleep(Self.settling)
    }

    /// Restores the bytes and times of the ten notes.
    func restoreTen() throws {
        for number in 0..<10 {
            let (path, text, modified) = file(number)
            try? Files.remove(path)
            try Files.create(path, text)
            try Files.setModified(path, modified)
        }
    }

    private var missingNote: [UInt8] { workspace.path("vault/\(GeneratedVault.missingNote).md") }

    /// Creates the note that a thousand other notes link to.
    func addMissingNote() throws {
        try? Files.remove(missingNote)
        try Files.create(missingNote, Array("# \(GeneratedVault.missingNote)\n\nThere it is.\n".utf8))
        ThisProcess.sleep(Self.settling)
    }

    func removeMissingNote() throws { try? Files.remove(missingNote) }
}
