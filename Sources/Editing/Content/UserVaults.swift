import Notes
import SourceText
import VaultFiles

/// Edits of `vaults:` in the bytes of the user's configuration.
package enum UserVaults {
    /// Returns the bytes with a vault added, or with another folder for it. All other bytes stay.
    ///
    /// - Parameters:
    ///   - folder: the folder as it is written: a full path, or one that starts with `~/`.
    ///   - file: the path of the file, for errors.
    /// - Throws: `VaultError` if the format of the file does not allow it, or a similar name exists.
    package static func adding(
        _ name: String, _ folder: String, to bytes: [UInt8], file: String
    ) throws -> [UInt8] {
        // The editor finds keys regardless of case and diacritics.
        let similar = Set(names(bytes)).filter { $0 != name && Folding.fold($0) == Folding.fold(name) }
        if let known = similar.min() {
            throw VaultError("there is a vault '\(known)' already", help: "choose another name")
        }
        var editor = ConfigurationEditor(bytes, path: VaultPath(file))
        try editor.put(ConfigurationEditor.quoted(folder), for: name, in: "vaults", reading: folder)
        try refuseFaults(editor.bytes, file)
        guard others(editor.bytes, than: name) == others(bytes, than: name) else { throw unsupported(file) }
        return editor.bytes
    }

    /// Returns the bytes without a vault, also if it has several entries. All other bytes stay. Returns nil if there is
    /// no such vault.
    ///
    /// - Throws: `VaultError` if the format of the file does not allow it.
    package static func removing(_ name: String, from bytes: [UInt8], file: String) throws -> [UInt8]? {
        var editor = ConfigurationEditor(bytes, path: VaultPath(file))
        var count = 0
        while let section = editor.section("vaults"), case .mapping(let mapping, let style) = section.value.content,
            let index = mapping.entries.lastIndex(where: { $0.key == name })
        {
            editor.removeEntry(index, of: mapping, style, in: section)
            count += 1
            if count > 1000 { throw unsupported(file) }
        }
        if count == 0 { return nil }
        try refuseFaults(editor.bytes, file)
        guard others(editor.bytes, than: name) == others(bytes, than: name), !names(editor.bytes).contains(name) else {
            throw unsupported(file)
        }
        return editor.bytes
    }

    /// Refuses a file that would not be understood after the change.
    private static func refuseFaults(_ bytes: [UInt8], _ file: String) throws {
        let (_, faults) = FrontMatter.document(bytes)
        if let fault = faults.first {
            let line = LineTable(bytes).line(at: min(fault.range.lowerBound, bytes.count))
            throw VaultError("'\(file)' has an error in line \(line): \(fault.message)", help: "correct it first")
        }
    }

    private static func names(_ bytes: [UInt8]) -> [String] {
        guard case .mapping(let mapping, _) = ConfigurationEditor(bytes).section("vaults")?.value.content else {
            return []
        }
        return mapping.entries.map(\.key)
    }

    /// The entries of the file apart from those of a vault, to check that a change keeps them.
    private static func others(_ bytes: [UInt8], than name: String) -> [String] {
        FrontMatter.document(bytes).0.entries.flatMap { section -> [String] in
            guard case .mapping(let mapping, _) = section.value.content else {
                return section.value.isNull ? [] : ["\(section.key): \(section.value.text ?? "")"]
            }
            return mapping.entries.filter { section.key != "vaults" || $0.key != name }
                .map { "\(section.key): \($0.key): \($0.value.text ?? "")" }
        }
    }

    private static func unsupported(_ file: String) -> VaultError {
        VaultError("'\(file)' cannot be updated: its format is not supported", help: "change it in an editor")
    }
}
