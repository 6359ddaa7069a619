import SourceText
import VaultChanges

/// What can be taken back, and what was, as JSON.
enum UndoJSON {
    /// The changes that can be taken back, the last first, numbered as `--show` and `undo` count them.
    static func list(_ changes: [VaultWriter.Made]) -> String {
        var json = JSONWriter()
        json.array { json in
            for (index, change) in changes.enumerated() { write(change, number: index + 1, to: &json) }
        }
        return json.text
    }

    /// One object about what was taken back or made again, as a changing command gives one about what it did.
    ///
    /// - Parameter interrupted: the command that was taken back because it had been interrupted, if one was.
    static func text(_ title: String, _ undone: VaultWriter.Undone, interrupted: String? = nil) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("title")
            json.string(title)
            json.field("done")
            json.bool(true)
            json.field("changes")
            json.array { json in for change in undone.changes { write(change, number: nil, to: &json) } }
            json.field("interrupted")
            json.string(interrupted)
            json.field("skipped")
            json.array { json in for name in undone.skipped { json.string(name) } }
        }
        return json.text
    }

    private static func write(_ change: VaultWriter.Made, number: Int?, to json: inout JSONWriter) {
        json.object { json in
            if let number {
                json.field("number")
                json.int(number)
            }
            json.field("time")
            json.string(change.time.rfc3339)
            json.field("command")
            json.string(change.title)
            json.field("files")
            json.array { json in for path in change.paths { json.string(path.text) } }
        }
    }
}
