import BenchmarkSystem
import SourceText
import System

/// `slip-bench yardstick NAME …`: the baselines that slip is compared with, and the steps that prepare them. The
/// benchmark starts this program again for each, so that they are measured as processes like slip.
enum BaselineCommand {
    static func run(_ arguments: [String]) throws {
        let paths = arguments.dropFirst().map { Array($0.utf8) }
        switch (arguments.first, paths.count) {
        case ("make", 2):
            guard let count = Int(arguments[2]) else { throw BenchmarkError("what is '\(arguments[2])'?") }
            try Workspace(arguments[1], count: count).make()
        case ("read", 1):
            try NoteFiles(paths[0]).forEach { _, _ in }
        case ("walk", 1):
            let tally = try TreeTally(paths[0])
            print("\(tally.files) files, \(tally.folders) folders, \(tally.bytes) bytes")
        case ("insert", 3), ("insert", 4):
            guard let count = Int(arguments[3]) else { throw BenchmarkError("what is '\(arguments[3])'?") }
            try InsertBaseline.run(
                vault: paths[0], database: paths[1], count: count, keepsLengths: arguments.last == "lengths")
        case ("rows", 2):
            try InsertBaseline.writeRows(vault: paths[0], file: paths[1])
        case ("match", 3):
            try MatchBaseline.run(database: paths[0], kind: arguments[2], expression: arguments[3])
        case ("rewrite", 1):
            try RewriteBaseline.run(vault: paths[0])
        default: throw BenchmarkError("there is no such yardstick: \(arguments.joined(separator: " "))")
        }
    }
}
