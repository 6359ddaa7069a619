import SourceText
import System

/// A stamp that differs whenever a vault's history may have changed, read without starting git. It consists of the
/// content of `HEAD` and its branch, and the metadata of the other files that the history depends on.
///
/// The content is only compared, never interpreted. If it differs, git is queried.
/// https://git-scm.com/docs/gitrepository-layout
package struct HeadStamp: Hashable, Sendable {
    package let text: String

    /// Reads the stamp of the work tree that contains a folder. Returns nil if none is found, or the environment
    /// selects it.
    ///
    /// - Parameter root: the vault's root, a full path.
    package init?(of root: [UInt8], _ variables: [String: String]) {
        if WorkTreeLocation.isSelected(by: variables) { return nil }
        guard let location = WorkTreeLocation(containing: root, variables), let text = Self.text(location) else {
            return nil
        }
        self.text = text
    }

    private static func text(_ location: WorkTreeLocation) -> String? {
        let (directory, common) = (location.directory, location.common)
        guard let head = WorkTreeLocation.firstLine(of: directory + Array("/HEAD".utf8)) else { return nil }
        var parts = [String(decoding: directory, as: UTF8.self), head.text]
        let reference = Array("ref: ".utf8)
        if head.starts(with: reference) {
            let name = [Byte.slash] + head.dropFirst(reference.count)
            let commit = [common, directory].lazy.compactMap { WorkTreeLocation.firstLine(of: $0 + name) }.first
            parts.append(commit?.text ?? "packed")
        }
        for name in ["packed-refs", "reftable/tables.list", "shallow"] {
            parts.append(appearance(common + Array("/\(name)".utf8)))
        }
        if common != directory { parts.append(appearance(directory + Array("/reftable/tables.list".utf8))) }
        parts.append(appearance(location.top + Array("/.mailmap".utf8)))
        return parts.joined(separator: "\n")
    }

    private static func appearance(_ path: [UInt8]) -> String {
        guard let status = FileStatus.seen(path, follows: true) else { return "-" }
        return "\(status.size) \(status.inode) \(status.modified) \(status.changed)"
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
