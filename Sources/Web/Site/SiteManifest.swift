import SourceText
import System

/// The list of the files of a site, in its folder. It is written after all files.
package struct SiteManifest: Sendable {
    static let name = VaultPath(".slip-site")
    private static let heading = "slip site 2"
    private static let largest = 1 << 30
    /// In place of a fingerprint while an export is running, or if the next one must not rely on it.
    private static let unknown = "-"

    /// The content hash of each file. While an export replaces a file, the hashes of the old and the new content. Empty
    /// if there was no export.
    let hashes: [VaultPath: [String]]
    let fingerprint: String
    /// Whether the last export completed, and all its files are as it left them: changed before the manifest.
    let isUntouched: Bool
    private let path: [UInt8]
    private let status: FileStatus?

    /// Reads the manifest in a folder and the status of each file. Returns nil if the manifest is damaged. Complexity:
    /// O(files).
    package init?(in root: [UInt8]) {
        path = root + [Byte.slash] + Self.name.bytes
        status = FileStatus.seen(path)
        guard let status, let bytes = try? Files.read(path, limit: Self.largest).bytes else {
            (hashes, fingerprint, isUntouched) = ([:], "", false)
            return
        }
        let lines = bytes.split(separator: Byte.newline)
        guard lines.count > 1, lines[0].elementsEqual(Self.heading.utf8) else { return nil }
        let state = lines[1].split(separator: Byte.space).map { String(decoding: $0, as: UTF8.self) }
        // Without the number of files, a manifest that was cut off would look complete.
        guard state.count == 2, Int(state[1]) == lines.count - 2 else { return nil }
        let parts = Parallel.map(stretchesOf: 1000, in: lines.count - 2) { range in
            range.map { number -> (path: VaultPath, hashes: [String], isUntouched: Bool)? in
                let line = lines[number + 2]
                guard let space = line.firstIndex(of: Byte.space) else { return nil }
                let path = VaultPath(bytes: line[(space + 1)...].percentDecoded)
                guard path.staysInside, !path.bytes.starts(with: Self.name.bytes) else { return nil }
                let file = FileStatus.seen(root + [Byte.slash] + path.bytes)
                let isUntouched = file.map { $0.kind == .regular && $0.changed < status.changed } ?? false
                let hashes = line[..<space].split(separator: Byte.plus).map { String(decoding: $0, as: UTF8.self) }
                return (path, hashes, isUntouched)
            }
        }
        let files = parts.joined().compactMap(\.self)
        guard files.count == lines.count - 2 else { return nil }
        hashes = Dictionary(files.lazy.map { ($0.path, $0.hashes) }) { _, last in last }
        fingerprint = state[0] == Self.unknown ? "" : state[0]
        isUntouched = !fingerprint.isEmpty && files.allSatisfy(\.isUntouched)
    }

    /// Whether the file is still the one that was read.
    var isCurrent: Bool { FileStatus.seen(path) == status }

    /// Replaces the manifest in a folder.
    ///
    /// - Parameters:
    ///   - fingerprint: the hash of all inputs of the site, or empty.
    ///   - temporary: the path of the file that becomes the manifest.
    static func write(
        _ fingerprint: String, _ hashes: [VaultPath: [String]], in root: [UInt8], by temporary: [UInt8]
    ) throws(SystemError) {
        var text = Array("\(heading)\n\(fingerprint.isEmpty ? unknown : fingerprint) \(hashes.count)\n".utf8)
        for (path, hashes) in hashes.sorted(by: { $0.key < $1.key }) {
            text += hashes.joined(separator: "+").utf8
            text.append(Byte.space)
            text += HTMLWriter.encodedPath(path.bytes).utf8
            text.append(Byte.newline)
        }
        try Files.create(temporary, text, mode: 0o644)
        try Files.rename(temporary, root + [Byte.slash] + name.bytes)
    }
}
