package import SourceText

/// A file of a tree or of git's index.
package struct TreeEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case file, link, submodule, folder }

    /// The path from the vault's root.
    package var path: VaultPath
    package var kind: Kind
    /// The object's name in hexadecimal digits.
    package var object: [UInt8]
    /// Whether this is one of several unmerged versions.
    package var isUnmerged = false
}

extension Repository {
    /// Returns the files and folders of a commit in the vault's folder, in git's order. Returns none if the commit
    /// lacks that folder.
    ///
    /// Complexity: O(entries).
    package func entries(of commit: String) throws -> [TreeEntry] {
        let folder = Array("\(commit):".utf8) + prefix.dropLast()
        let answer = try program.ask(["ls-tree", "-r", "-t", "-z", "--full-tree"], paths: [folder])
        if answer.status != 0 {
            // The vault's folder may not exist in that commit. Anything else is an error.
            let isThere = try program.ask(["rev-parse", "--verify", "--quiet"], paths: [folder]).status == 0
            if isThere || prefix.isEmpty { throw answer.error(["ls-tree"]) }
        }
        return TreeEntry.records(answer.output).map { TreeEntry(mode: $0.words[0], object: $0.words[2], path: $0.path) }
    }

    /// Returns the staged files in the vault's folder, without folders.
    package func stagedEntries() throws -> [TreeEntry] {
        TreeEntry.records(try program.read(["ls-files", "-z", "--stage"])).map { words, path in
            var found = TreeEntry(mode: words[0], object: words[1], path: path)
            found.isUnmerged = !words[2].elementsEqual("0".utf8)
            return found
        }
    }
}

extension TreeEntry {
    /// Parses records of three words, a tab and a path, each with a NUL.
    fileprivate static func records(_ output: [UInt8]) -> [(words: [ArraySlice<UInt8>], path: ArraySlice<UInt8>)] {
        output.split(separator: 0).compactMap { record in
            guard let tab = record.firstIndex(of: Byte.tab) else { return nil }
            let words = record[..<tab].split(separator: Byte.space)
            return words.count == 3 ? (words, record[(tab + 1)...]) : nil
        }
    }

    fileprivate init(mode: ArraySlice<UInt8>, object: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
        self.path = VaultPath(bytes: Array(path))
        kind =
            switch String(decoding: mode, as: UTF8.self) {
            case "120000": .link
            case "160000": .submodule
            case "040000": .folder
            default: .file
            }
        self.object = Array(object)
    }
}
