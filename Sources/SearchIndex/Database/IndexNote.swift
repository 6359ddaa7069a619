package import SourceText

/// The index note of a folder: a link to the folder resolves to it.
package enum IndexNote {
    private static let stems = [Array("index".utf8), Array("readme".utf8)]

    /// Returns the preference of a file as index note, or nil if it cannot be one. 0 (`index`) is preferred to 1
    /// (`README`), in any case and with any extension. The caller must check that the file is a note.
    package static func rank(_ path: VaultPath) -> Int? {
        let stem = path.stem.bytes
        guard path.name.bytes.count > stem.count else { return nil }
        return stems.firstIndex { $0.count == stem.count && $0.elementsEqual(stem.map(\.lowercased)) }
    }
}
