package import SourceText
import VaultFiles

extension ByteEdit {
    /// Returns the edits in order, without duplicates.
    ///
    /// - Throws: `VaultError` if two edits overlap, or if one is outside the text.
    package static func checked(_ edits: [ByteEdit], in bytes: [UInt8], of path: VaultPath) throws -> [ByteEdit] {
        let sorted = Set(edits).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for (index, edit) in sorted.enumerated() {
            let next = index + 1 < sorted.count ? sorted[index + 1].range.lowerBound : bytes.count
            if edit.range.lowerBound < 0 || edit.range.upperBound > next {
                throw VaultError(
                    path, "cannot be changed: the text to replace contains a link that must be updated too",
                    help: "edit the link first; nothing was changed")
            }
        }
        return sorted
    }
}
