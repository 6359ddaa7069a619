import Arguments
import Searching
import SourceText
import System
import VaultFiles

/// The text of commands that add text to a note: arguments, standard input, or what the user writes in an editor.
enum CaptureText {
    /// Returns the text. Arguments are joined with spaces. `-`, or no arguments if standard input is not a terminal,
    /// means standard input. On a terminal, no arguments open an editor on an empty file.
    static func read(_ words: [Argument], _ context: CommandContext) throws -> [UInt8] {
        if words == ["-"] || words.isEmpty && !context.host.inputIsTerminal { return try context.input() }
        if words.isEmpty { return try edited(context) }
        return Array(words.map(\.bytes).joined(separator: [Byte.space]))
    }

    /// Returns what the user writes into an empty file in an editor. The file is removed afterwards.
    private static func edited(_ context: CommandContext) throws -> [UInt8] {
        if let known = context.inputRead { return known }
        let editor = try EditCommand.editor(context)
        let folder = context.environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let file = Array("\(folder)/slip-\(String(UInt64.random(in: .min ... .max), radix: 36)).md".utf8)
        do {
            try Files.create(file, [])
        } catch {
            throw VaultError("cannot create a file for the editor: \(error)", help: "set TMPDIR to a writable folder")
        }
        defer { Files.discard(file) }
        try context.host.output.flush()
        let status = context.host.runShell(editor, [file])
        guard status == 0 else { throw VaultError("the editor '\(editor)' exited with status \(status)") }
        let text = try Files.read(file).bytes
        // A second attempt to plan the change must not open the editor again.
        context.inputRead = text
        return text
    }
}
