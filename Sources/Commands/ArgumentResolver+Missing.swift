import Arguments
import Editing
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

extension ArgumentResolver {
    /// The number of notes that the error for a missing note lists.
    private static let mostListed = 3

    /// Returns the daily note that `today`, `yesterday` or `tomorrow` names, or nil if there is none.
    func dailyNote(_ argument: Argument) throws -> VaultPath? {
        guard let day = day(argument) else { return nil }
        return try NewNotePlanner(snapshot).existingDaily(day)
    }

    private func day(_ argument: Argument) -> CivilTime? {
        let today = context.environment.calendar.civil(context.environment.now)
        return argument.text.flatMap { $0.contains("-") ? nil : DayWords.dailyNote($0, today: today) }
    }

    /// Returns the note that the user accepts instead of a missing one: on a terminal, the only one whose name contains all
    /// words of the argument. Otherwise throws the error for the missing note, which lists such notes.
    func substitute(for argument: Argument) throws -> VaultPath {
        let message = "there is no note '\(SafeText.escaped(argument.shown))'"
        let found =
            try argument.text.map {
                try snapshot.queryNames.notes(containing: $0, limit: Self.mostListed)
            } ?? []
        let names = found.map { "'\(SafeText.escaped(context.paths(snapshot.vault).text($0)))'" }
        if found.count == 1 {
            if context.host.inputIsTerminal, context.host.outputIsTerminal, context.asks("\(message); use \(names[0])?")
            {
                return found[0]
            }
            throw VaultError(message, help: "did you mean \(names[0])?")
        }
        guard found.isEmpty else {
            let root = snapshot.vault.root
            let isNumbered = try number(found.map { LastResults.Numbered(root: root, path: $0, line: nil) })
            let list = names.enumerated().map { isNumbered ? "%\($0 + 1) \($1)" : $1 }
            throw VaultError(message, help: "did you mean one of these? \(list.joined(separator: ", "))")
        }
        // The note may be in another folder than the path says.
        let texts = argument.text.map { [$0] + ($0.contains("/") ? [VaultPath($0).name.text] : []) } ?? []
        var near: String?
        for text in texts where near == nil { near = try snapshot.queryNames.nearestNote(to: text) }
        if let day = day(argument) {
            throw VaultError(message, help: "to create the daily note: slip daily \(day.dayText)")
        }
        let search = "to search the text of notes: slip search \(Style.shellWord(argument.shown))"
        throw VaultError(
            message, help: SafeText.escaped(near.map { "did you mean '\($0)'?" } ?? search))
    }

    /// Makes `%1` and the following numbers stand for results in the next command. Returns false if there is no terminal.
    func number(_ results: [LastResults.Numbered]) throws -> Bool {
        if context.host.terminal == nil || !context.host.outputIsTerminal { return false }
        try NumberedResults.keep(results, of: snapshot.vault, in: context)
        return true
    }
}
