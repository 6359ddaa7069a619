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
        let readings = NotePosition.readings(of: argument.bytes)
        for (name, position) in readings {
            if let path = context.pathFromHere(Argument(bytes: name), snapshot.vault), try snapshot.isNote(path) {
                return (.note(path), position)
            }
        }
        if allowsDays {
            for (name, position) in readings {
                if let day = day(String(decoding: name, as: UTF8.self)) { return (.day(day), position) }
            }
        }
        for (name, position) in readings.dropLast() where try isName(Argument(bytes: name)) {
            return (.note(try note(Argument(bytes: name), changes: changes)), position)
        }
        // If no part of it names a note, the error is about the shortest name.
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

    /// Returns the day that the words for daily notes name, or nil for other text.
    private func day(_ text: String) -> CivilTime? {
        let isWord = ["today", "yesterday", "tomorrow"].contains(text.lowercased())
        let isDate = text.utf8.count == 10 && text.utf8.first?.isDigit == true
        guard isWord || isDate else { return nil }
        return DayWords.day(text, today: context.environment.calendar.civil(context.environment.now))
    }
}
