package import SourceText
import System
import VaultFiles

/// A folder that contains a site. It changes only files that an earlier export created, which its manifest lists.
///
/// New contents are first written to the folder `.slip-site.new`. Only when all are there, they are moved to their
/// places. An export that fails before leaves the old site. If it is killed while it moves them, the manifest knows both
/// contents of each file, and the next export completes the site.
package final class SiteFolder {
    /// How many files an export changed.
    package struct Changes: Hashable, Sendable {
        package var written = 0
        package var removed = 0
        package var files = 0
    }

    private static let lockName = VaultPath(".slip-site.lock")
    private static let newName = VaultPath(".slip-site.new")
    /// How long an export waits for another one, in milliseconds.
    private static let longestWait: Int64 = 60_000
    private static let largestFile = 1 << 30

    private let root: [UInt8]
    private let lock: FileLock
    private let manifest: SiteManifest
    /// The hash of each file of the new site.
    private var hashes: [VaultPath: String] = [:]
    /// The files that differ from the old site. The content of each is in `newName`, named by its index.
    private var changed: [VaultPath] = []

    /// Opens a folder, which is created if it is missing, and waits until no other export writes into it.
    ///
    /// - Parameter manifest: the manifest, if it was read before. It is read again if an export changed it meanwhile.
    /// - Throws: `VaultError` if the folder contains files but no manifest, or a damaged one.
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
        let known = manifest.flatMap { $0.isCurrent ? $0 : nil }
        guard let manifest = known ?? SiteManifest(in: self.root) else {
            throw VaultError(
                "the manifest '.slip-site' in \(shown) is damaged or of another version of slip",
                help: "export to a new folder, or delete this one if it contains only the site")
        }
        self.manifest = manifest
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
        let own = [lockName.bytes, newName.bytes]
        if !names.contains(SiteManifest.name.bytes), names.contains(where: { !own.contains($0) }) {
            throw VaultError(
                "\(shown) contains files that slip did not create", help: "export to a new or empty folder")
        }
    }

    /// The hidden folders of programs that may be missing in a vault.
    private static let reservedNames: Set<String> = [
        ".slipbox", ".git", ".hg", ".svn", ".jj", ".github", ".obsidian", ".logseq", ".zk", ".foam", ".vscode", ".idea",
        ".trash", ".stfolder", ".stversions",
    ]

    /// Returns whether a hidden folder of this name belongs to a program, so that no site may be in it.
    package static func isReserved(_ name: VaultPath) -> Bool { reservedNames.contains(name.text.lowercased()) }

    /// Returns whether a folder contains anything besides sites and folders of sites. A missing one does not.
    package static func isForeign(_ folder: [UInt8]) throws -> Bool {
        do throws(SystemError) {
            return try Files.listIfThere(folder).contains { entry in
                let path = folder + [Byte.slash] + entry.name
                guard FileStatus.seen(path)?.kind == .directory else { return true }
                return FileStatus.seen(path + [Byte.slash] + SiteManifest.name.bytes) == nil
            }
        } catch {
            throw VaultError(
                "cannot read '\(SafeText.escaped(String(decoding: folder, as: UTF8.self)))': \(error.reason)")
        }
    }

    /// The number of files of the last export.
    package var count: Int { manifest.hashes.count }

    /// Whether the last export has a file where the copy of an attachment would be.
    package func contains(copyOf attachment: VaultPath) -> Bool {
        manifest.hashes[attachment] != nil || manifest.hashes[SiteAddresses.otherPath(ofCopy: attachment)] != nil
    }

    private func full(_ path: VaultPath) -> [UInt8] { root + [Byte.slash] + path.bytes }

    private func new(_ name: String) -> [UInt8] { full(Self.newName.appending(VaultPath(name))) }

    /// Whether the folder contains the site with this fingerprint, and no file of it was written since.
    package func isCurrent(_ fingerprint: String) -> Bool {
        fingerprint == manifest.fingerprint && manifest.isUntouched
    }

    // MARK: New contents

    /// Forgets the contents that were added, and those that a killed export left.
    package func start() throws {
        (hashes, changed) = ([:], [])
        try Self.explained { () throws(SystemError) in
            try Files.removeTree(full(Self.newName))
            try Files.makeDirectory(full(Self.newName), mode: 0o700)
        }
    }

    /// Adds files of the new site.
    ///
    /// - Throws: `VaultError` if a file that slip did not create, or that has changed since, is in the way.
    package func add(_ files: [(path: VaultPath, bytes: [UInt8])]) throws {
        for (path, bytes) in files {
            let hash = Self.hash(bytes)
            hashes[path] = hash
            if try isThere(path, bytes) { continue }
            let file = new("\(changed.count)")
            try Self.explained { () throws(SystemError) in
                try Files.create(file, bytes)
                // Web servers must be able to read it, whatever the umask is.
                try Files.setMode(file, 0o644)
            }
            changed.append(path)
        }
    }

    /// Throws unless each path is free or the last export created its file.
    package func check(_ paths: [VaultPath]) throws { for path in paths { try check(path) } }

    private func check(_ path: VaultPath) throws {
        guard let old = FileStatus.seen(full(path)) else { return }
        if manifest.hashes[path] == nil || old.kind != .regular {
            throw VaultError(
                "cannot write '\(path.text)': the file was not created by slip",
                help: "move it elsewhere, or export to another folder")
        }
    }

    /// Whether a file has this content already. Throws if it may not be replaced.
    private func isThere(_ path: VaultPath, _ bytes: [UInt8]) throws -> Bool {
        try check(path)
        guard let hashes = manifest.hashes[path],
            let old = try? Files.read(full(path), limit: Self.largestFile).bytes
        else { return false }
        if old == bytes { return true }
        if hashes.contains(Self.hash(old)) { return false }
        throw VaultError(
            "cannot write '\(path.text)': it has changed since the last export", help: "move it elsewhere")
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        String(UInt64(bitPattern: ContentHash.hash(bytes)), radix: 16)
    }

    // MARK: The site

    /// Replaces the site by the files that were added.
    ///
    /// - Parameter fingerprint: the hash of all inputs of the site. Empty if the next export must not rely on it.
    /// - Throws: `VaultError`. Another export completes the site then.
    package func publish(_ fingerprint: String) throws -> Changes {
        var changes = Changes(written: changed.count, files: hashes.count)
        if !changed.isEmpty {
            var both = manifest.hashes
            for path in changed { both[path, default: []] += hashes[path].map { [$0] } ?? [] }
            try write("", both)
        }
        var folders: Set<VaultPath> = []
        for (number, path) in changed.enumerated() {
            try makeFolder(path.folder, &folders)
            try check(path)
            try Self.explained { () throws(SystemError) in try Files.rename(new("\(number)"), full(path)) }
        }
        for (path, old) in manifest.hashes where hashes[path] == nil {
            if remove(path, old) { changes.removed += 1 }
        }
        // The manifest must be newer than all files: file systems count time in steps of a few milliseconds.
        if changes.written + changes.removed > 0 { ThisProcess.sleep(.milliseconds(20)) }
        try write(fingerprint, hashes.mapValues { [$0] })
        try Self.explained { () throws(SystemError) in try Files.removeTree(full(Self.newName)) }
        return changes
    }

    private func write(_ fingerprint: String, _ hashes: [VaultPath: [String]]) throws {
        try Self.explained { () throws(SystemError) in
            try SiteManifest.write(fingerprint, hashes, in: root, by: new("manifest"))
        }
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
    private func remove(_ path: VaultPath, _ hashes: [String]) -> Bool {
        var folder = path.folder
        while !folder.isRoot {
            guard FileStatus.seen(full(folder))?.kind == .directory else { return false }
            folder = folder.folder
        }
        guard FileStatus.seen(full(path))?.kind == .regular,
            let bytes = try? Files.read(full(path), limit: Self.largestFile).bytes,
            hashes.contains(Self.hash(bytes))
        else { return false }
        Files.discard(full(path))
        folder = path.folder
        while !folder.isRoot {
            Files.discardFolder(full(folder))
            folder = folder.folder
        }
        return true
    }

    private static func explained(_ body: () throws(SystemError) -> Void) throws {
        do throws(SystemError) {
            try body()
        } catch {
            throw VaultError("cannot write the site: \(error.description)")
        }
    }
}
