import SourceText
import System
import VaultFiles

/// The entry `slipbox` that `slip setup` adds to an object in a JSON file of the user.
///
/// Hosts refuse comments, so the file has no mark of slip. `remove` takes the text out for which `insertion` would
/// result in the same file again. The layout makes this text unique: an entry in an existing object is one line, an
/// entry with its object has one member a line, and a new file is indented by four spaces (a blank one by a tab).
struct ManagedMember: ManagedText {
    let path: [UInt8]
    /// The key of the object that has the entry.
    let key: String
    /// The entry to write. For removal, nil: any entry that `slip setup` could have written.
    let entry: ServerEntry?
    /// The path of this program.
    let executable: String

    private var shownPath: String { "'\(String(decoding: path, as: UTF8.self))'" }

    func state() throws -> SetupPart.PartState {
        guard let bytes = try PersonalFiles.read(path) else { return .unset }
        let settings: HostSettings
        do throws(HostSettings.Obstacle) {
            settings = try HostSettings(bytes, key: key)
        } catch {
            return .other("\(shownPath) \(error.reason)")
        }
        guard let value = settings.entryValue else { return .unset }
        if let found = ServerEntry(value, executable: executable) {
            return entry.map(found.isSame) ?? true
                ? .set : .other("\(shownPath) already has a '\(ServerEntry.name)' for another vault or program")
        }
        let isOurs = ServerEntry.isCommand(ServerEntry.command(value), executable: executable)
        return isOurs ? .changed : .other("\(shownPath) already has another '\(ServerEntry.name)'")
    }

    func make() throws {
        guard let entry, try state() == .unset else { return }
        if let bytes = try PersonalFiles.read(path) {
            let (offset, text) = try HostSettings(bytes, key: key).insertion(of: entry)
            // The host may write its file at any time.
            guard try PersonalFiles.read(path) == bytes else {
                throw VaultError("\(shownPath) has just been changed", help: "try again")
            }
            try PersonalFiles.write(path, Array(bytes[..<offset]) + text + bytes[offset...])
        } else {
            _ = try PersonalFiles.makeFolders(for: path)
            try PersonalFiles.write(path, HostSettings.file(with: entry, key: key))
        }
    }

    func remove() throws -> Bool {
        guard let bytes = try PersonalFiles.read(path) else { return false }
        let settings: HostSettings
        do throws(HostSettings.Obstacle) {
            settings = try HostSettings(bytes, key: key)
        } catch {
            guard String(decoding: bytes, as: UTF8.self).contains("\"\(ServerEntry.name)\"") else { return false }
            throw cannotRemove("\(shownPath) \(error.reason)")
        }
        guard let value = settings.entryValue, let found = ServerEntry(value, executable: executable) else {
            return false
        }
        if bytes == HostSettings.file(with: found, key: key) {
            try PersonalFiles.remove(path, made: 1)
        } else if let rest = settings.original(before: found) ?? settings.withoutEntry() {
            try PersonalFiles.write(path, rest)
        } else {
            throw cannotRemove("\(shownPath) has a comment in the way")
        }
        return true
    }

    private func cannotRemove(_ reason: String) -> VaultError {
        VaultError("cannot remove '\(ServerEntry.name)': \(reason)", help: "remove it from '\(key)' in an editor")
    }

    /// The skill file is made first, so the folder exists or its mark counts it.
    func madeFolders() throws -> [[UInt8]] { [] }
}
