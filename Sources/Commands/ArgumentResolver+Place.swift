import Arguments
import Editing
import Searching
import SourceText
import VaultFiles

/// PLACE arguments: a note or a daily note, with an optional position in it.
extension ArgumentResolver {
    /// Returns the note and the position that a PLACE names. Of the ways to split it, the one with the longest name
    /// counts: first a path from here, then a daily note, then any other name of a note.
    ///
    /// - Parameter changes: as for `note`.
    func place(
        _ argument: Argument, changes: Bool
    ) throws -> (target: CaptureTarget, position: NotePosition) {
        if let found = try existingPlace(argument, changes: changes) { return found }
        // No reading names a note. The error is about the one with the shortest name.
        let readings = NotePosition.readings(of: argument.bytes)
        let last = readings[readings.count - 1]
        return (.note(try note(Argument(bytes: last.name), changes: changes)), last.position)
    }

    /// Returns the note and the position that a PLACE names, as `place`. Nil if no reading names a note.
    func existingPlace(
        _ argument: Argument, changes: Bool
    ) throws -> (target: CaptureTarget, position: NotePosition)? {
        try CaptureTarget.find(argument.bytes, in: snapshot) { name in
            let path = context.pathFromHere(Argument(bytes: name), snapshot.vault)
            return try path.flatMap { try snapshot.isNote($0) ? $0 : nil }
        } name: { name in
            let name = Argument(bytes: name)
            return try isName(name) ? note(name, changes: changes) : nil
        }
    }

    /// Returns the note and the position that a PLACE names, for a command that needs an existing note.
    func placeInNote(_ argument: Argument, changes: Bool) throws -> (path: VaultPath, position: NotePosition) {
        let (target, position) = try place(argument, changes: changes)
        switch target {
        case .note(let path): return (path, position)
        case .day(let day):
            let (path, creation) = try NewNotePlanner(snapshot).daily(day)
            guard creation == nil else {
                throw VaultError(
                    "there is no daily note for \(day.dayText)", help: "to create it: slip daily \(day.dayText)")
            }
            return (path, position)
        }
    }

    /// Whether an argument is the name of a note: `-`, `%3`, a path from the root, a file name, an id, a title or an alias.
    private func isName(_ name: Argument) throws -> Bool {
        if try name == "-" || context.lastResult(name, snapshot.vault) != nil { return true }
        return try !notes(named: name).isEmpty
    }

    /// Returns the operands, or all of them as one if they are the words of one note's name: `Slip box` without quotes.
    ///
    /// Operands that name notes themselves take precedence. If neither they nor their words name a note, the words are one
    /// operand, so that the error is about the whole name.
    func joiningWords(_ operands: [Argument]) throws -> [Argument] {
        func isPlace(_ argument: Argument) throws -> Bool {
            if let path = context.pathFromHere(argument, snapshot.vault), snapshot.vault.exists(path) { return true }
            return try NotePosition.readings(of: argument.bytes).contains { try isName(Argument(bytes: $0.name)) }
        }
        guard operands.count > 1 else { return operands }
        let named = try operands.count { try isPlace($0) }
        if named == operands.count { return operands }
        let joined = Argument(bytes: Array(operands.map(\.bytes).joined(separator: [Byte.space])))
        return try named == 0 || isPlace(joined) ? [joined] : operands
    }
}
