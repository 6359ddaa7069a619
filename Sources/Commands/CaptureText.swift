import Arguments
import Searching
import SourceText
import System
import VaultFiles

/// The text of commands that add text to a note.
enum CaptureText {
    /// Returns the text of arguments, joined with spaces, or of standard input, for `-` or for no arguments if standard
    /// input is not a terminal. Returns nil if the user has to write the text in an editor.
    static func given(_ words: [Argument], _ context: CommandContext) throws -> [UInt8]? {
        if words == ["-"] || words.isEmpty && !context.host.inputIsTerminal { return try context.input() }
        return words.isEmpty ? nil : Array(words.map(\.bytes).joined(separator: [Byte.space]))
    }

    /// Opens an editor on an empty file, and passes what the user has written to `body`, which adds it to a note. If the
    /// editor or `body` fails, the file stays, and a notice names it.
    static func edited(in context: CommandContext, _ body: ([UInt8]) throws -> Void) throws {
        let editor = try EditCommand.editor(context)
        let folder = context.environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let file = Array("\(folder)/slip-\(String(UInt64.random(in: .min ... .max), radix: 36)).md".utf8)
        do {
            try Files.create(file, [], mode: 0o600)
        } catch {
            throw VaultError("cannot create a file for the editor: \(error)", help: "set TMPDIR to a writable folder")
        }
        do {
            try EditCommand.run(editor, [file], in: context)
            try context.resumeChanging()
            try body(Files.read(file).bytes)
        } catch {
            if FileStatus.seen(file)?.size ?? 0 > 0 {
                context.notice(SafeText.escaped("the text is in '\(String(decoding: file, as: UTF8.self))'"))
            } else {
                Files.discard(file)
            }
            throw error
        }
        Files.discard(file)
    }
}
