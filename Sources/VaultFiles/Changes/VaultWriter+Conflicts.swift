package import SourceText
import System

extension VaultWriter {
    /// Runs `body`, which makes a change. If another program changes a file meanwhile, runs it again, at most fifty times in
    /// all: a program may save a file many times a second.
    ///
    /// - Parameters:
    ///   - prepare: called before each repetition, to update the index.
    ///   - report: called with each file that another program has changed.
    package static func retryingConflicts<Value>(
        prepare: () throws -> Void = {}, report: (VaultPath) -> Void = { _ in }, _ body: () throws -> Value
    ) throws -> Value {
        for _ in 1..<50 {
            do {
                return try body()
            } catch let error as VaultError where error.cause == .conflict {
                if let path = error.path { report(path) }
                ThisProcess.sleep(.milliseconds(Int.random(in: 1...20)))
                try prepare()
            }
        }
        return try body()
    }
}
