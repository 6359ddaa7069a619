import Foundation

/// Random tests run with more seeds if `SLIPBOX_LONG_TESTS` is set in the environment.
package enum LongTests {
    package static let areWanted = ProcessInfo.processInfo.environment["SLIPBOX_LONG_TESTS"] != nil
}

/// The lines in which two dumps differ.
package func difference(_ found: [String], _ wanted: [String]) -> String {
    found.difference(from: wanted).prefix(24).map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
    }.joined(separator: "\n")
}
