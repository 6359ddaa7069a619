package import SourceText
import VaultFiles

extension ByteEdit {
    /// Edits as they can be made together: one that is there twice is one.
    ///
    /// - Throws: `VaultError` where two overlap, or one goes beyond the text: what they would make is nothing that
    ///   anybody asked for.
    package static func checked(_ edits: [ByteEdit], in bytes: [UInt8], of path: VaultPath) throws -> [ByteEdit] {
        let sorted = Set(edits).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for (index, edit) in sorted.enumerated() {
            let next = index + 1 < sorted.count ? sorted[index + 1].range.lowerBound : bytes.count
            if edit.range.lowerBound < 0 || edit.range.upperBound > next {
                throw VaultError(
                    path, "has a link in what would be changed, which would have to change with it",
                    help: "change it by hand first; nothing was changed")
            }
        }
        return sorted
    }
}
