import BenchmarkSystem
import SourceText
import System

/// Rewrites every note of a vault with the same bytes, and syncs them to disk.
enum RewriteYardstick {
    static func run(vault: [UInt8]) throws {
        var paths: [[UInt8]] = []
        var folders = [vault]
        while let folder = folders.popLast() {
            for entry in try Files.list(folder) where entry.name.first != Byte.dot {
                let path = folder + [Byte.slash] + entry.name
                if entry.status.kind == .directory {
                    folders.append(path)
                } else if entry.name.suffix(3).elementsEqual(".md".utf8) {
                    paths.append(path)
                }
            }
        }
        try Files.rewrite(paths)
        var seen: Set<[UInt8]> = []
        for path in paths {
            let folder = VaultPath(bytes: path).folder.bytes
            if seen.insert(folder).inserted { Files.synchronizeDirectory(folder) }
        }
    }
}
