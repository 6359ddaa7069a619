import System

/// A folder in which the merge driver, a process of git, leaves the names of the notes that it merged by structure.
package enum StructureReport {
    /// The environment variable with the path of the folder.
    package static let variable = "SLIPBOX_MERGE_REPORT"

    /// Adds a name if a folder is set. The merge does not depend on it, so errors are ignored.
    package static func add(_ name: [UInt8], _ variables: [String: String]) {
        guard let folder = variables[variable] else { return }
        let file = String(UInt64.random(in: .min ... .max), radix: 36)
        try? Files.create(Array("\(folder)/\(file)".utf8), name)
    }

    static func names(in folder: [UInt8]) -> [[UInt8]] {
        let entries = (try? Files.list(folder)) ?? []
        return entries.compactMap { try? Files.read(folder + Array("/".utf8) + $0.name).bytes }
    }
}
