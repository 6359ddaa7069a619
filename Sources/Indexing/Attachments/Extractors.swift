import SourceText
import System
import VaultFiles

/// The extractors of a user, by file name extension. Each is made once.
struct Extractors {
    private let configuration: UserConfiguration
    private let path: ProgramPath
    private var known: [String: Extractor?] = [:]

    init(_ variables: [String: String]) {
        configuration = UserConfiguration(variables)
        path = ProgramPath(variables["PATH"])
    }

    /// Returns the extractor for a file, or nil if such files have no text.
    mutating func extractor(for file: VaultPath) -> Extractor? {
        let name = file.pathExtension
        if let extractor = known[name] { return extractor }
        let made = Extractor(extension: name, configuration, path: path)
        known[name] = .some(made)
        return made
    }
}
