import SourceText
import System

extension GitProgram {
    /// Returns settings that disable the filters of a repository's configuration, so that git compares work tree files
    /// as they are. An empty `process` overrides all other commands of a filter.
    ///
    /// If the repository certainly defines no filters, returns none: those of the user's own configuration apply, as in
    /// git. Otherwise these are disabled too.
    func filterSettings() throws -> [String] {
        if let commonDirectory, Self.hasNoFilters(commonDirectory) { return [] }
        let answer = try ask([
            "config", "-z", "--name-only", "--get-regexp", "^filter\\..*\\.(clean|smudge|process|required)$",
        ])
        var settings: Set<String> = []
        for name in answer.output.split(separator: 0) {
            let text = String(decoding: name, as: UTF8.self)
            guard let dot = text.lastIndex(of: ".") else { continue }
            let filter = text[..<dot]
            if filter.contains("=") || filter.contains("\n") {
                throw GitError(
                    "the filter '\(filter)' of this repository cannot be disabled: its name is not supported")
            }
            settings.formUnion(["\(filter).process=", "\(filter).required=false"])
        }
        return settings.sorted()
    }

    /// Whether the configuration of a repository certainly defines no filter, directly or through an include.
    private static func hasNoFilters(_ common: [UInt8]) -> Bool {
        // A work tree's own configuration and an unreadable one may define filters.
        guard let bytes = try? Files.read(common + Array("/config".utf8), limit: 1 << 20).bytes,
            FileStatus.seen(common + Array("/config.worktree".utf8)) == nil
        else { return false }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return !text.contains("filter") && !text.contains("include") && !text.contains("worktreeconfig")
    }
}
