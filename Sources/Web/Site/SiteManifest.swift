import SourceText
import System

/// The list of the files of a site, in its folder. It is written last: a file that is not older was changed since.
package struct SiteManifest: Sendable {
    static let name = VaultPath(".slip-site")
    private static let heading = "slip site 1"
    private static let largest = 1 << 30
    /// In place of a hash while an export is running: the file has the old or the new content.
    static let unknown = "-"

    /// The content hash of each file of the last export, or `unknown`. Empty if there was no export.
    let hashes: [VaultPath: String]
    let fingerprint: String
    /// Whether the last export completed, and all its files are as it left them.
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
        fingerprint = String(decoding: lines[1], as: UTF8.self)
        let stretches = Parallel.map(stretchesOf: 1000, in: lines.count - 2) { range in
            range.compactMap { number -> (path: VaultPath, hash: String, isUntouched: Bool)? in
                let line = lines[number + 2]
                guard let space = line.firstIndex(of: Byte.space) else { return nil }
                let path = VaultPath(bytes: line[(space + 1)...].percentDecoded)
                guard path.staysInside else { return nil }
                let hash = String(decoding: line[..<space], as: UTF8.self)
                let file = hash == Self.unknown ? nil : FileStatus.seen(root + [Byte.slash] + path.bytes)
                let isUntouched = file.map { $0.kind == .regular && $0.changed < status.changed } ?? false
                return (path, hash, isUntouched)
            }
        }
        let files = stretches.joined()
        hashes = Dictionary(files.lazy.map { ($0.path, $0.hash) }) { _, last in last }
        isUntouched = files.allSatisfy(\.isUntouched)
    }

    /// Whether the file is still the one that was read.
    var isCurrent: Bool { FileStatus.seen(path) == status }

    static func write(_ fingerprint: String, _ hashes: [VaultPath: String], in root: [UInt8]) throws(SystemError) {
        var text = Array("\(heading)\n\(fingerprint.isEmpty ? unknown : fingerprint)\n".utf8)
        for (path, hash) in hashes.sorted(by: { $0.key < $1.key }) {
            text += hash.utf8
            text.append(Byte.space)
            text += HTMLWriter.encodedPath(path.bytes).utf8
            text.append(Byte.newline)
        }
        try Files.replace(root + [Byte.slash] + name.bytes, text, mode: 0o644)
    }
}
