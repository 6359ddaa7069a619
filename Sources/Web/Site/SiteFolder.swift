package import SourceText
import System
import VaultFiles

/// A folder that contains a site. It changes only files that an earlier export created, which its manifest lists.
package struct SiteFolder {
    /// How many files an export changed.
    package struct Changes: Hashable, Sendable {
        package var written = 0
        package var removed = 0
        package var files = 0
    }

    private static let lockName = VaultPath(".slip-site.lock")
    /// How long an export waits for another one, in milliseconds.
    private static let longestWait: Int64 = 60_000
    private static let largestFile = 1 << 30

    private let root: [UInt8]
    private let lock: FileLock
    private let manifest: SiteManifest

    /// Opens a folder, which is created if it is missing, and waits until no other export writes into it.
    ///
    /// - Parameter manifest: the manifest, if it was read before.
    /// - Throws: `VaultError` if the folder contains files but no manifest.
    package init(_ root: [UInt8], _ manifest: SiteManifest? = nil) throws {
        let shown = "'\(SafeText.escaped(String(decoding: root, as: UTF8.self)))'"
        try Self.checkContents(root, shown)
        try Self.explained { () throws(SystemError) in try Files.makeDirectories(root) }
        self.root = Files.realPath(root) ?? root
        do throws(SystemError) {
            lock = try FileLock(self.root + [Byte.slash] + Self.lockName.bytes, timeout: Self.longestWait)
        } catch {
            throw VaultError("cannot lock \(shown): \(error.reason)", help: "wait for the other export")
        }
        // The contents may have changed while another export held the lock.
        try Self.checkContents(self.root, shown)
        if let manifest, manifest.isCurrent {
            self.manifest = manifest
            return
        }
        guard let read = SiteManifest(in: self.root) else {
            throw VaultError(
                "the manifest '.slip-site' in \(shown) is damaged",
                help: "export to a new folder, or delete this one if it contains only the site")
        }
        self.manifest = read
    }

    private static func checkContents(_ root: [UInt8], _ shown: String) throws {
        let names: [[UInt8]]
        if let status = FileStatus.seen(root, follows: true), status.kind != .directory {
            throw VaultError("\(shown) is \(status.kind.words)", help: "export to a new or empty folder")
        }
        do throws(SystemError) {
            names = try Files.listIfThere(root).map(\.name)
        } catch {
            throw VaultError("cannot read \(shown): \(error.reason)")
        }
        if !names.contains(SiteManifest.name.bytes), names.contains(where: { $0 != lockName.bytes }) {
            throw VaultError(
                "\(shown) contains files that slip did not create", help: "export to a new or empty folder")
        }
    }

    /// The number of files of the last export.
    package var count: Int { manifest.hashes.count }

    private func full(_ path: VaultPath) -> [UInt8] { root + [Byte.slash] + path.bytes }

    /// Whether the folder contains the site with this fingerprint, and no file of it was written since.
    package func isCurrent(_ fingerprint: String) -> Bool {
        fingerprint == manifest.fingerprint && manifest.isUntouched
    }

    /// Replaces the site. Files whose content stays the same are not written.
    ///
    /// - Parameters:
    ///   - fingerprint: returns, after all files, the hash of all inputs of the site. Empty if the next export must
    ///     not rely on it.
    ///   - paths: the files of the new site, as far as they are known.
    ///   - produce: passes all files with their contents to the function that it is given, several that are not in
    ///     `paths` at once.
    /// - Throws: `VaultError` if a file that slip did not create is in the way. If it fails later, files of both sites
    ///   are there, and another export completes it.
    package func replace(
        _ fingerprint: () -> String, _ paths: [VaultPath],
        _ produce: (_ write: ([(path: VaultPath, bytes: [UInt8])]) throws -> Void) throws -> Void
    ) throws -> Changes {
        var changes = Changes()
        var hashes: [VaultPath: String] = [:]
        var folders: Set<VaultPath> = []
        /// The files that the manifest lists while the export is running. A killed export must not leave files behind
        /// that look like those of the user.
        var announced: Set<VaultPath> = []
        func announce(_ paths: [VaultPath]) throws {
            announced.formUnion(paths)
            let running = Dictionary(uniqueKeysWithValues: announced.map { ($0, SiteManifest.unknown) })
            try writeManifest("", manifest.hashes.merging(running) { _, new in new })
        }
        for path in paths { try checkPlace(path) }
        try produce { files in
            var changed: [(path: VaultPath, bytes: [UInt8])] = []
            for (path, bytes) in files {
                changes.files += 1
                hashes[path] = Self.hash(bytes)
                if try !isUnchanged(path, bytes) { changed.append((path, bytes)) }
            }
            if changed.isEmpty { return }
            let fresh = changed.map(\.path).filter { !announced.contains($0) }
            if !fresh.isEmpty { try announce(announced.isEmpty ? paths + fresh : fresh) }
            for (path, bytes) in changed {
                try makeFolder(path.folder, &folders)
                try Self.explained { () throws(SystemError) in try Files.replace(full(path), bytes, mode: 0o644) }
                changes.written += 1
            }
        }
        for (path, hash) in manifest.hashes where hashes[path] == nil {
            if remove(path, hash) { changes.removed += 1 }
        }
        // The manifest must be newer than all files: file systems count time in steps of a few milliseconds.
        ThisProcess.sleep(.milliseconds(20))
        try writeManifest(fingerprint(), hashes)
        return changes
    }

    /// Whether a file has this content already. Throws if it may not be replaced.
    private func isUnchanged(_ path: VaultPath, _ bytes: [UInt8]) throws -> Bool {
        try checkPlace(path)
        guard let hash = manifest.hashes[path],
            let old = try? Files.read(full(path), limit: Self.largestFile).bytes
        else { return false }
        if old == bytes { return true }
        if hash != SiteManifest.unknown, hash != Self.hash(old) {
            throw VaultError(
                "cannot write '\(path.text)': it has changed since the last export", help: "move it elsewhere")
        }
        return false
    }

    /// Throws unless a path is free or the last export created its file.
    private func checkPlace(_ path: VaultPath) throws {
        guard let old = FileStatus.seen(full(path)) else { return }
        if manifest.hashes[path] == nil || old.kind != .regular {
            throw VaultError(
                "cannot write '\(path.text)': the file was not created by slip",
                help: "move it elsewhere, or export to another folder")
        }
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        String(UInt64(bitPattern: ContentHash.hash(bytes)), radix: 16)
    }

    /// Creates a folder of the site. It must not be a link, which could lead anywhere.
    private func makeFolder(_ folder: VaultPath, _ made: inout Set<VaultPath>) throws {
        if folder.isRoot || !made.insert(folder).inserted { return }
        try makeFolder(folder.folder, &made)
        switch FileStatus.seen(full(folder))?.kind {
        case .directory: return
        case nil: try Self.explained { () throws(SystemError) in try Files.makeDirectory(full(folder)) }
        case let kind?:
            throw VaultError("cannot write into '\(folder.text)': it is \(kind.words)", help: "move it elsewhere")
        }
    }

    /// Removes a file of the last export unless it has changed since, and its folders if they are empty.
    private func remove(_ path: VaultPath, _ hash: String) -> Bool {
        var folder = path.folder
        while !folder.isRoot {
            guard FileStatus.seen(full(folder))?.kind == .directory else { return false }
            folder = folder.folder
        }
        guard FileStatus.seen(full(path))?.kind == .regular,
            let bytes = try? Files.read(full(path), limit: Self.largestFile).bytes,
            hash == SiteManifest.unknown || hash == Self.hash(bytes)
        else { return false }
        Files.discard(full(path))
        folder = path.folder
        while !folder.isRoot {
            Files.discardFolder(full(folder))
            folder = folder.folder
        }
        return true
    }

    private func writeManifest(_ fingerprint: String, _ hashes: [VaultPath: String]) throws {
        try Self.explained { () throws(SystemError) in
            try SiteManifest.write(fingerprint, hashes, in: root)
        }
    }

    private static func explained(_ body: () throws(SystemError) -> Void) throws {
        do throws(SystemError) {
            try body()
        } catch {
            throw VaultError("cannot write the site: \(error.description)")
        }
    }
}
