package import SourceText

/// The note that stands for its folder: a link to the folder resolves to it.
package enum IndexNote {
    private static let stems = [Array("index".utf8), Array("readme".utf8)]

    /// The place of a file in the order of preference (`index`, then `README`, in any case and with any extension); nil
    /// for a file that stands for no folder. Whether it is a note is for the caller to say.
    package static func rank(_ path: VaultPath) -> Int? {
        let stem = path.stem.bytes
        guard path.name.bytes.count > stem.count else { return nil }
        return stems.firstIndex { $0.count == stem.count && $0.elementsEqual(stem.map(\.lowercased)) }
    }
}
