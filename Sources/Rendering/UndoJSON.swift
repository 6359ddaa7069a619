import SourceText
package import VaultFiles

/// The changes that can be undone, and the result of an undo, as JSON.
package enum UndoJSON {
    /// Returns changes, latest first.
    ///
    /// - Parameter numbered: whether to include the numbers of `--show` and `undo`. The changes must then be all that
    ///   can be undone.
    package static func list(_ changes: [ChangeSummary], numbered: Bool = true) -> String {
        var json = JSONWriter()
        json.array { json in
            for (index, change) in changes.enumerated() { write(change, number: numbered ? index + 1 : nil, to: &json) }
        }
        return json.text
    }

    /// Returns the result of an undo or redo as an object, with the members that other changing commands print.
    ///
    /// - Parameters:
    ///   - title: the command: `undo` or `redo`.
    ///   - interrupted: the interrupted command that was rolled back first, if any.
    ///   - remarks: what was done because of other programs, such as text that was kept.
    package static func text(
        _ title: String, _ undone: VaultWriter.Undone, interrupted: String? = nil, remarks: [String] = []
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("title", title)
            json.field("done", true)
            json.field("changes")
            json.array { json in for change in undone.changes { write(change, number: nil, to: &json) } }
            json.field("interrupted", interrupted)
            json.field("skipped", undone.skipped)
            json.field("remarks", remarks)
        }
        return json.text
    }

    private static func write(_ change: ChangeSummary, number: Int?, to json: inout JSONWriter) {
        json.object { json in
            if let number {
                json.field("number", number)
            }
            json.field("time", change.time.rfc3339)
            json.field("command", change.title)
            json.field("client", change.client)
            json.field("files", change.paths.map(\.text))
        }
    }
}
