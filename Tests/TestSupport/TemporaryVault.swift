package import Foundation
package import Searching
package import SourceText
import System
package import VaultFiles

/// A vault in a new temporary folder, which `deinit` removes. Paths are relative to the vault's root.
package final class TemporaryVault {
    package let root: [UInt8]
    /// The temporary folder that contains the vault and files outside it. Tests write nowhere else.
    private let home: String
    package let messages = Messages()

    package init(_ files: [String: String] = [:], config: String = "") throws {
        home = TestFolder.new("test").path
        root = Array("\(home)/vault".utf8)
        guard unsafe mkdir(home, 0o700) == 0, unsafe mkdir("\(home)/vault", 0o755) == 0 else { throw Failure("mkdir") }
        try makeFolder(".slipbox")
        if !config.isEmpty { try write(".slipbox/config.yaml", config) }
        for (path, text) in files {
            try makeFolders(VaultPath(path).folder)
            try write(path, text)
        }
    }

    /// A vault in a folder of another one, which outlives it.
    private init(root: [UInt8]) throws {
        self.root = root
        home = String(decoding: root, as: UTF8.self)
        try makeFolder(".slipbox")
    }

    package func inner(_ path: String) throws -> TemporaryVault {
        try TemporaryVault(root: root + Array("/\(path)".utf8))
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        init(_ what: String) { description = "\(what): \(unsafe String(cString: strerror(errno)))" }
    }

    package final class Messages: MessageSink {
        package var warnings: [String] = []

        package init() {}
        package func warn(_ message: String) { warnings.append(message) }
        package func progress(_ what: String, _ done: Int, of total: Int?) {}
    }

    package var rootText: String { String(decoding: root, as: UTF8.self) }

    package func full(_ path: VaultPath) -> String { String(decoding: root + [Byte.slash] + path.bytes, as: UTF8.self) }

    // MARK: Asking

    package static let now = Moment(seconds: 1_711_531_294)

    package func environment(_ calendar: LocalCalendar = .utc) -> Environment {
        Environment(variables: [:], directory: root, now: Self.now, calendar: calendar)
    }

    package func session(
        _ calendar: LocalCalendar = .utc, syncs: Bool = true, rebuild: Bool = false
    ) throws -> VaultSession {
        try VaultSession(
            try Vault(root: root), environment(calendar), messages: messages, syncs: syncs, rebuild: rebuild)
    }

    /// What can be asked of the index, brought up to date.
    package func dump(
        _ calendar: LocalCalendar = .utc, rebuild: Bool = false, queries: [String] = IndexDump.queries
    ) throws -> [String] {
        try IndexDump.lines(try session(calendar, rebuild: rebuild), queries: queries)
    }

    /// What an index built from nothing would answer; the one that is there stays as it is.
    package func rebuiltDump(
        _ calendar: LocalCalendar = .utc, queries: [String] = IndexDump.queries
    ) throws -> [String] {
        let suffixes = ["", "-wal", "-shm", "-journal"]
        for suffix in suffixes where exists(".slipbox/index.db\(suffix)") {
            try rename(".slipbox/index.db\(suffix)", ".slipbox/kept.db\(suffix)")
        }
        defer {
            for suffix in suffixes {
                try? remove(".slipbox/index.db\(suffix)")
                try? rename(".slipbox/kept.db\(suffix)", ".slipbox/index.db\(suffix)")
            }
        }
        return try dump(calendar, rebuild: true, queries: queries)
    }

    // MARK: Files

    /// The paths of all files that are UTF-8, in order.
    package func allFiles() -> [String] {
        (FileManager.default.enumerator(atPath: rootText)?.compactMap { $0 as? String } ?? []).filter { path in
            var isFolder = ObjCBool(false)
            _ = unsafe FileManager.default.fileExists(atPath: "\(rootText)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }

    private func path(_ path: VaultPath) -> [CChar] {
        (root + [Byte.slash] + path.bytes + [0]).map { CChar(bitPattern: $0) }
    }

    private func check(_ result: Int32, _ what: String, _ on: VaultPath) throws {
        if result != 0 { throw Failure("\(what) \(on)") }
    }

    package func write(_ path: String, _ text: String) throws { try write(VaultPath(path), Array(text.utf8)) }

    /// Writes a file with the folders that it needs.
    package func writeDeep(_ path: String, _ text: String) throws {
        let folder = VaultPath(path).folder
        if !folder.isRoot {
            try FileManager.default.createDirectory(atPath: full(folder), withIntermediateDirectories: true)
        }
        try write(path, text)
    }

    /// Writes a file next to the vault, for links that lead out of it.
    package func writeBeside(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(home)/\(name)", atomically: false, encoding: .utf8)
    }

    /// Writes in place, as an editor without a temporary file does.
    package func write(_ path: VaultPath, _ bytes: [UInt8]) throws {
        let descriptor = unsafe open(self.path(path), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw Failure("write \(path)") }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.write(descriptor, $0.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
            }
            if count < 0 { throw Failure("write \(path)") }
            offset += count
        }
    }

    /// Writes beside and renames over, as most editors do.
    package func replace(_ path: VaultPath, _ bytes: [UInt8]) throws {
        let temporary = path.folder.appending(".tmp-of-an-editor")
        try write(temporary, bytes)
        try rename(temporary, path)
    }

    package func read(_ path: VaultPath) -> [UInt8]? {
        guard let file = unsafe fopen(self.path(path), "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }

    package func read(_ path: String) -> [UInt8]? { read(VaultPath(path)) }

    package func rename(_ old: String, _ new: String) throws { try rename(VaultPath(old), VaultPath(new)) }

    package func rename(_ old: VaultPath, _ new: VaultPath) throws {
        try check(unsafe Foundation.rename(path(old), path(new)), "rename", old)
    }

    package func remove(_ path: String) throws { try remove(VaultPath(path)) }

    /// Removes a file or an empty folder.
    package func remove(_ path: VaultPath) throws {
        try check(unsafe Foundation.remove(self.path(path)), "remove", path)
    }

    package func removeTree(_ path: String) throws { try FileManager.default.removeItem(atPath: full(VaultPath(path))) }

    package func makeFolder(_ path: String) throws { try makeFolder(VaultPath(path)) }

    package func makeFolder(_ path: VaultPath) throws { try check(unsafe mkdir(self.path(path), 0o755), "mkdir", path) }

    package func makeFolders(_ path: VaultPath) throws {
        if path.isRoot || exists(path.text) { return }
        try makeFolders(path.folder)
        try makeFolder(path)
    }

    package func link(_ path: VaultPath, to target: String) throws {
        try check(unsafe symlink(target, self.path(path)), "symlink", path)
    }

    /// Gives a file a second name.
    package func hardLink(_ path: VaultPath, _ new: VaultPath) throws {
        try check(unsafe Foundation.link(self.path(path), self.path(new)), "link", path)
    }

    package func setMode(_ path: VaultPath, _ mode: mode_t) throws {
        try check(unsafe chmod(self.path(path), mode), "chmod", path)
    }

    package func setOwner(_ path: String, _ owner: uid_t) throws {
        let path = VaultPath(path)
        try check(unsafe chown(self.path(path), owner, owner), "chown", path)
    }

    package func setTimes(_ path: VaultPath, _ seconds: Int) throws {
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        try check(unsafe utimensat(AT_FDCWD, self.path(path), times, 0), "touch", path)
    }

    package func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(self.path(VaultPath(path)), &status) == 0
    }

    package func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe lstat(self.path(VaultPath(path)), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Everything below the root but `.slipbox`, folders among it, in order.
    package func list() -> [(path: VaultPath, isFolder: Bool)] {
        var found: [(path: VaultPath, isFolder: Bool)] = []
        var folders = [VaultPath.root]
        while let folder = folders.popLast() {
            guard let stream = unsafe opendir(path(folder)) else { continue }
            while let entry = unsafe readdir(stream) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                        unsafe Array(UnsafeBufferPointer(start: bytes, count: 256)).prefix { $0 != 0 }
                    }
                }
                if name.first == Byte.dot { continue }
                let path = folder.appending(VaultPath(bytes: Array(name)))
                // Some file systems do not report the type of an entry.
                let type = unsafe entry.pointee.d_type
                let isFolder = type == UInt8(DT_DIR) || (type == UInt8(DT_UNKNOWN) && isFolder(path))
                found.append((path, isFolder))
                if isFolder { folders.append(path) }
            }
            unsafe closedir(stream)
        }
        return found.sorted { $0.path < $1.path }
    }

    private func isFolder(_ path: VaultPath) -> Bool {
        FileStatus.seen(root + [Byte.slash] + path.bytes)?.kind == .directory
    }

    /// Waits for the next tick of the file system's clock. Only then does the index trust the times of files just written.
    package static func settle() { usleep(70_000) }
}
