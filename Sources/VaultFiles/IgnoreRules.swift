package import SourceText

/// Which paths of a vault are passed over: the patterns of `ignore:`, read as gitignore(5) reads them.
///
/// A pattern without a slash (but at its end) matches a name in any folder, one with a slash a path from the root; a
/// slash at the end makes it match folders alone, a `!` at the start takes back what an earlier one matched. What lies
/// in an ignored folder is ignored.
package struct IgnoreRules: Sendable {
    private struct Rule: Sendable {
        var pattern: String
        var glob: Glob
        var matchesPath: Bool
        var foldersOnly: Bool
        var isNegated: Bool
    }

    private let rules: [Rule]

    /// Whether a file is no part of the vault, by itself or with a folder that it lies in: it is hidden or ignored.
    package func passesOver(_ path: VaultPath) -> Bool {
        var above = VaultPath.root
        for part in path.parts {
            if part.bytes.first == Byte.dot { return true }
            if isEmpty { continue }
            above = above.appending(part)
            if ignores(above, isFolder: above != path) { return true }
        }
        return false
    }

    package init(_ patterns: [String]) {
        rules = patterns.compactMap { pattern in
            var bytes = Array(pattern.utf8)
            let isNegated = bytes.first == Byte.bang
            if isNegated { bytes.removeFirst() }
            let foldersOnly = bytes.last == Byte.slash
            if foldersOnly { bytes.removeLast() }
            let matchesPath = bytes.contains(Byte.slash)
            if bytes.first == Byte.slash { bytes.removeFirst() }
            if bytes.isEmpty { return nil }
            return Rule(
                pattern: pattern, glob: Glob(bytes), matchesPath: matchesPath, foldersOnly: foldersOnly,
                isNegated: isNegated)
        }
    }

    package var isEmpty: Bool { rules.isEmpty }

    /// Whether the file or folder at `path` is passed over, its folder not being so already.
    package func ignores(_ path: VaultPath, isFolder: Bool) -> Bool {
        deciding(path, isFolder: isFolder).map { !$0.isNegated } ?? false
    }

    /// The last rule that matches decides.
    private func deciding(_ path: VaultPath, isFolder: Bool) -> Rule? {
        rules.last { rule in
            (isFolder || !rule.foldersOnly) && rule.glob.matches(rule.matchesPath ? path.bytes : path.name.bytes)
        }
    }

    /// The pattern by which the file or folder at `path`, or a folder that it lies in, is passed over; nil where none is.
    package func pattern(ignoring path: VaultPath, isFolder: Bool) -> String? {
        var above = VaultPath.root
        for part in path.parts {
            above = above.appending(part)
            if let rule = deciding(above, isFolder: isFolder || above != path), !rule.isNegated { return rule.pattern }
        }
        return nil
    }
}
