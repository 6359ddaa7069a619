import Arguments
import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// PLACE arguments: a note or a daily note, with an optional position in it.
extension ArgumentResolver {
    /// Returns the note and the position that a PLACE names. Of the ways to split it, the one with the longest name
    /// counts: first a path from here, then a daily note, then any other name of a note.
    ///
    /// - Parameters:
    ///   - changes: as for `note`.
    ///   - allowsDays: whether `today`, `yesterday`, `tomorrow` and a date name daily notes.
    func place(
        _ argument: Argument, changes: Bool, allowsDays: Bool = true
    ) throws -> (target: CaptureTarget, position: NotePosition) {
        let today = context.environment.calendar.civil(context.environment.now)
        let found = try NotePosition.find(
            argument.bytes,
            with: [
                { name in
                    let path = context.pathFromHere(Argument(bytes: name), snapshot.vault)
                    return try path.flatMap { try snapshot.isNote($0) ? .note($0) : nil }
                },
                { name in
                    let text = String(decoding: name, as: UTF8.self)
                    return allowsDays ? DayWords.dailyNote(text, today: today).map { .day($0) } : nil
                },
                { name in
                    let name = Argument(bytes: name)
                    return try isName(name) ? .note(try note(name, changes: changes)) : nil
                },
            ] as [([UInt8]) throws -> CaptureTarget?])
        if let found { return (found.note, found.position) }
        // The error is about the shortest name.
        let readings = NotePosition.readings(of: argument.bytes)
        let last = readings[readings.count - 1]
        return (.note(try note(Argument(bytes: last.name), changes: changes)), last.position)
    }

    /// Returns the note and the position that a PLACE for an existing note names.
    func placeInNote(_ argument: Argument, changes: Bool) throws -> (path: VaultPath, position: NotePosition) {
        guard case (.note(let path), let position) = try place(argument, changes: changes, allowsDays: false) else {
            throw VaultError("there is no note '\(SafeText.escaped(argument.shown))'")
        }
        return (path, position)
    }

    private func isName(_ name: Argument) throws -> Bool {
        if try name == "-" || context.lastResult(name, snapshot.vault) != nil { return true }
        return try !notes(named: name).isEmpty
    }
}
