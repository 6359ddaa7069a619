package import SourceText

/// The patterns of `ignore:`, with the semantics of gitignore(5). They exclude paths from the vault.
///
/// A pattern without a slash, except at its end, matches a name in any folder. Otherwise it matches a path from the
/// root. A final slash restricts it to folders. A leading `!` reverses earlier patterns. Everything in an ignored
/// folder is ignored.
package struct IgnoreRules: Sendable {
    private struct Rule: Sendable {
        var pattern: String
        var glob: Glob
        var matchesPath: Bool
        var foldersOnly: Bool
        var isNegated: Bool
    }

    private let rules: [Rule]

    /// Whether a file, or a folder that contains it, is hidden or ignored.
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
                pattern: pattern, glob: Glob(bytes, hasClasses: true), matchesPath: matchesPath,
                foldersOnly: foldersOnly,
                isNegated: isNegated)
        }
    }

    package var isEmpty: Bool { rules.isEmpty }

    /// Whether the file or folder at `path` is ignored. Its folder must not be ignored.
    package func ignores(_ path: VaultPath, isFolder: Bool) -> Bool {
        deciding(path, isFolder: isFolder).map { !$0.isNegated } ?? false
    }

    /// Returns the last rule that matches: it decides.
    private func deciding(_ path: VaultPath, isFolder: Bool) -> Rule? {
        rules.last { rule in
            (isFolder || !rule.foldersOnly) && rule.glob.matches(rule.matchesPath ? path.bytes : path.name.bytes)
        }
    }

    /// Returns the pattern that excludes the file or folder at `path`, or a folder that contains it. Returns nil if
    /// none does.
    package func pattern(ignoring path: VaultPath, isFolder: Bool) -> String? {
        var above = VaultPath.root
        for part in path.parts {
            above = above.appending(part)
            if let rule = deciding(above, isFolder: isFolder || above != path), !rule.isNegated { return rule.pattern }
        }
        return nil
    }
}

extension Vault {
    /// Whether the name and place of a file make it a note.
    package func takesAsNote(_ path: VaultPath) -> Bool {
        configuration.extensions.contains(path.pathExtension)
            && !IgnoreRules(configuration.ignore).passesOver(path)
    }
}
