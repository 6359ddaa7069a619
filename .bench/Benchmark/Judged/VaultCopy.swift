import SourceText
import System

/// A copy of the notes of a real vault, which a measurement may change.
struct VaultCopy {
    let root: [UInt8]
    let text: String
    /// The text of each note, by path.
    let notes: [String: [UInt8]]

    /// Copies the notes of a folder into the workspace, in place of an earlier copy, and makes them a vault.
    ///
    /// - Throws: `BenchmarkError` if there is no such folder, or a file error.
    init(of folder: String, named purpose: String, _ workspace: Workspace, slip: String) throws {
        guard let from = Files.realPath(Array(folder.utf8)) else {
            throw BenchmarkError("there is no folder '\(folder)'")
        }
        let name = "\(purpose) \(folder.split(separator: "/").last ?? "vault")"
        root = workspace.path(name)
        text = workspace.text(name)
        if (try? FileStatus(root)) != nil { try Files.removeTree(root) }
        var notes: [String: [UInt8]] = [:]
        for path in try NoteFiles(from).paths() {
            let bytes = try Files.read(path).bytes
            let relative = Array(path[(from.count + 1)...])
            let full = root + [Byte.slash] + relative
            try Files.makeDirectories(Array(full[..<(full.lastIndex(of: Byte.slash) ?? 0)]))
            try Files.create(full, bytes)
            notes[String(decoding: relative, as: UTF8.self)] = bytes
        }
        self.notes = notes
        _ = try MeasuredProgram([slip, "init", text]).run(workspace)
    }
}
