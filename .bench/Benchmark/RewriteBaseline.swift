import BenchmarkSystem
import SourceText
import System

/// The minimum cost of changing all notes of a vault: rewrites each with the same bytes, and syncs them to disk.
enum RewriteBaseline {
    static func run(vault: [UInt8]) throws {
        let paths = try NoteFiles(vault).paths()
        try Files.rewrite(paths)
        for folder in Set(paths.map { VaultPath(bytes: $0).folder }) { Files.synchronizeDirectory(folder.bytes) }
    }
}
