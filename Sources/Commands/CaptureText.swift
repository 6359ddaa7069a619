import Arguments
import Searching
import SourceText
import System
import VaultFiles

/// The text of commands that add text to a note.
struct CaptureText {
    var bytes: [UInt8]
    /// The file that the user has written in an editor, if any. It stays until the text is in the note.
    private var file: [UInt8]?

    /// Returns the text of arguments, joined with spaces, or of standard input, for `-` or for no arguments if standard
    /// input is not a terminal. Returns nil if the user has to write the text in an editor.
    static func given(_ words: [Argument], _ context: CommandContext) throws -> CaptureText? {
        if words == ["-"] || words.isEmpty && !context.host.inputIsTerminal {
            return CaptureText(bytes: try context.input())
        }
        return words.isEmpty ? nil : CaptureText(bytes: Array(words.map(\.bytes).joined(separator: [Byte.space])))
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Opens an editor on an empty file, and reads it. No lock is held meanwhile.
    init(editing context: CommandContext) throws {
        let editor = try EditCommand.editor(context)
        let folder = context.environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let file = Array("\(folder)/slip-\(String(UInt64.random(in: .min ... .max), radix: 36)).md".utf8)
        do {
            try Files.create(file, [], mode: 0o600)
        } catch {
            throw VaultError("cannot create a file for the editor: \(error)", help: "set TMPDIR to a writable folder")
        }
        context.endChanging()
        try context.host.output.flush()
        let status = context.host.runShell(editor, [file])
        bytes = try Files.read(file).bytes
        self.file = file
        if bytes.isEmpty { Files.discard(file) }
        guard status == 0 else {
            throw VaultError("the editor '\(editor)' exited with status \(status)", help: bytes.isEmpty ? nil : kept)
        }
        try context.resumeChanging()
    }

    private var kept: String? { file.map { "the text is in '\(String(decoding: $0, as: UTF8.self))'" } }

    /// Runs `body`, which adds the text to a note. If it fails, the file of the editor stays, and a notice names it.
    func whileKept(_ context: CommandContext, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            if let kept { context.notice(SafeText.escaped(kept)) }
            throw error
        }
        if let file { Files.discard(file) }
    }
}
