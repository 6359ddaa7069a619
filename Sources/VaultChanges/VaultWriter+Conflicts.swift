import System
import VaultFiles

extension VaultWriter {
    /// Runs `body`, which plans and carries out a change. If another program changes a file between the two, runs it
    /// again, at most ten times in all.
    ///
    /// - Parameter prepare: called before each repetition, to update the index.
    package static func retryingConflicts<Value>(
        prepare: () throws -> Void, _ body: () throws -> Value
    ) throws -> Value {
        for attempt in 1..<10 {
            do {
                return try body()
            } catch let error as VaultError where error.cause == .conflict {
                ThisProcess.sleep(.milliseconds(10 * attempt))
                try prepare()
            }
        }
        return try body()
    }
}
