package import SourceText
import VaultFiles

extension VaultSnapshot {
    /// Returns the note that has a name as its path from the root, file name, id, title or alias. A path comes first.
    ///
    /// - Throws: `VaultError` if no note or several notes have the name.
    package func note(named name: String) throws -> VaultPath {
        if let path = VaultPath.root.resolving(VaultPath(name)), try isNote(path) { return path }
        let found = try queryNames.notes(named: name)
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            let near = try queryNames.nearestNote(to: name)
            throw VaultError("there is no note '\(name)'", help: near.map { "did you mean '\($0)'?" })
        }
        throw VaultError(
            "'\(name)' matches several notes", help: "use one of: \(found.map(\.text).joined(separator: ", "))")
    }
}
