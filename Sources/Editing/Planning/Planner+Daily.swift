import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Notes of days.
extension Planner {
    /// The note of a day: where it is, and the plan that makes it; nil for the plan where it is there.
    package func dailyNote(_ day: CivilTime) throws -> (path: VaultPath, plan: ChangePlan?) {
        let daily = vault.configuration.daily
        let stem = try daily.path(day)
        for suffix in vault.configuration.extensions.sorted() {
            let path = VaultPath("\(stem.text).\(suffix)")
            if try session.isNote(path) { return (path, nil) }
        }
        var new = NewNote(title: day.dayText, folder: stem.folder)
        new.name = stem.name.text
        new.template = daily.template
        if day != session.calendar.civil(session.now).startOfDay { new.day = day }
        let (plan, path) = try newNote(new)
        return (path, plan)
    }
}
