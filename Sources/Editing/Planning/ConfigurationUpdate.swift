import Notes
import SourceText
import VaultFiles

/// A change of a vault's configuration file as part of a plan.
struct ConfigurationUpdate {
    let vault: Vault

    /// Returns the operation that applies `edit` to the configuration, or none if `edit` changes nothing.
    func operations(_ edit: (inout ConfigurationEditor) throws -> Void) throws -> [FileOperation] {
        let path = VaultPath(".slipbox/config.yaml")
        let before = try vault.configurationBytes()
        var editor = ConfigurationEditor(before ?? [])
        try edit(&editor)
        if editor.bytes == before ?? [] { return [] }
        try Self.refuseUnchangeable(before ?? [], after: editor.bytes, path)
        return [before.map { .write(path, before: $0, after: editor.bytes) } ?? .create(path, .bytes(editor.bytes))]
    }

    /// Throws for a configuration with merge conflict markers, and for a change that would replace bytes that are not
    /// UTF-8.
    private static func refuseUnchangeable(_ before: [UInt8], after: [UInt8], _ path: VaultPath) throws {
        if let marker = Note(before, name: path.name).conflicts.first {
            throw VaultError(
                path, line: LineTable(before).line(at: marker.lowerBound),
                "a merge conflict begins here; nothing was changed",
                help: "resolve it in an editor and remove the markers")
        }
        if before.firstInvalidUTF8 != nil, after.count(of: "\u{FFFD}") > before.count(of: "\u{FFFD}") {
            throw VaultError(
                path, "cannot be changed: it is not valid UTF-8; nothing was changed",
                help: "convert it to UTF-8 first")
        }
    }
}

extension [UInt8] {
    /// Counts the occurrences of `text`. Complexity: O(bytes × bytes of `text`).
    fileprivate func count(of text: String) -> Int {
        let wanted = Array(text.utf8)
        return indices.count { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }
}
