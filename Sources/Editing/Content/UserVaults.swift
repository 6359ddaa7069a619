import Notes
import SourceText
import VaultFiles

/// Edits of `vaults:` in the bytes of the user's configuration.
package enum UserVaults {
    /// Returns the bytes with a vault added. All other bytes stay.
    ///
    /// - Parameters:
    ///   - folder: the folder as it is written: a full path, or one that starts with `~/`.
    ///   - file: the path of the file, for errors.
    /// - Throws: `VaultError` if the format of the file does not allow it.
    package static func adding(
        _ name: String, _ folder: String, to bytes: [UInt8], file: String
    ) throws -> [UInt8] {
        var editor = ConfigurationEditor(bytes, path: VaultPath(file))
        try editor.put(ConfigurationEditor.quoted(folder), for: name, in: "vaults", reading: folder)
        return editor.bytes
    }

    /// Returns the bytes without a vault. All other bytes stay. Returns nil if there is no such vault.
    ///
    /// - Throws: `VaultError` if the format of the file does not allow it.
    package static func removing(_ name: String, from bytes: [UInt8], file: String) throws -> [UInt8]? {
        var editor = ConfigurationEditor(bytes, path: VaultPath(file))
        guard let section = editor.section("vaults"), case .mapping(let mapping, let style) = section.value.content,
            let index = mapping.entries.lastIndex(where: { $0.key == name })
        else { return nil }
        func names(_ bytes: [UInt8]) -> [String] {
            UserConfiguration(bytes: bytes, home: "/").vaults.map(\.name).filter { $0 != name }
        }
        let others = names(bytes)
        editor.removeEntry(index, of: mapping, style, in: section)
        guard names(editor.bytes) == others, !editor.bytes.elementsEqual(bytes) else {
            throw VaultError(
                VaultPath(file), "cannot be updated: its format is not supported", help: "remove the line in an editor")
        }
        return editor.bytes
    }
}
