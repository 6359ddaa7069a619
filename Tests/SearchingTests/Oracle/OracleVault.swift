import Foundation
import Searching
import SourceText
import System
import TestSupport
import VaultFiles

/// A random vault with its notes, the targets of their references by the specification, and its files.
struct OracleVault {
    var notes: [OracleNote] = []
    let calendar: OracleCalendar
    var searches: [(name: String, query: String, found: Set<Int>?)] = []

    var all: Set<Int> { Set(notes.indices) }

    func found(_ test: (OracleNote) -> Bool) -> Set<Int> { Set(notes.indices.filter { test(notes[$0]) }) }

    var folders: Set<String> {
        var folders: Set<String> = ["", Vocabulary.emptyFolder]
        for path in notes.map(\.folder) + Vocabulary.files.map({ ($0 as NSString).deletingLastPathComponent }) {
            var path = path
            while !path.isEmpty {
                folders.insert(path)
                path = (path as NSString).deletingLastPathComponent
            }
        }
        return folders
    }

    // MARK: References

    private static func joined(_ folder: String, _ target: String) -> String? {
        var parts = folder.split(separator: "/").map(String.init)
        for part in target.split(separator: "/") {
            if part == ".." {
                if parts.isEmpty { return nil }
                parts.removeLast()
            } else if part != "." {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// Returns the target of a reference in `folder`, and whether it is ambiguous.
    func resolve(_ target: String, from folder: String, _ fold: (String) -> String) -> (note: Int, isAmbiguous: Bool)? {
        resolve(target, from: folder, by: { $0 }) ?? resolve(target, from: folder, by: fold)
    }

    private func resolve(_ target: String, from folder: String, by key: (String) -> String) -> (Int, Bool)? {
        func one(_ found: [Int]) -> (Int, Bool)? {
            let nearest = found.map { Self.proximity(of: notes[$0].folder, to: folder) }.max() ?? 0
            let sorted = found.filter { Self.proximity(of: notes[$0].folder, to: folder) == nearest }.sorted {
                let (a, b) = (notes[$0].path, notes[$1].path)
                return (a.unicodeScalars.count, a) < (b.unicodeScalars.count, b)
            }
            return sorted.first.map { ($0, sorted.count > 1) }
        }
        // Exact matches are byte for byte. Composed and decomposed forms are equal only when folded.
        func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
        func named(_ name: (OracleNote) -> String, _ wanted: String) -> [Int] {
            notes.indices.filter { same(key(name(notes[$0])), key(wanted)) }
        }
        // Without a slash the target is a name, not a path from the root.
        for base in target.contains("/") ? [folder, ""] : [folder] {
            guard let path = Self.joined(base, target) else { continue }
            if let note = one(named(\.path, path)) { return note }
            if let note = one(named(\.pathStem, path)) { return note }
        }
        if !Self.isAnchored(target) {
            let count = target.split(separator: "/").count
            if let note = one(named({ Self.end($0.path, count) }, target)) { return note }
            if let note = one(named({ Self.end($0.pathStem, count) }, target)) { return note }
        }
        return one(notes.indices.filter { notes[$0].id.map { same(key($0), key(target)) } ?? false }) ?? one(
            named(\.title, target))
            ?? one(notes.indices.filter { notes[$0].aliases.contains { same(key($0), key(target)) } })
    }

    /// Returns whether a target starts with `/`, `./` or `../`.
    private static func isAnchored(_ target: String) -> Bool {
        target.hasPrefix("/") || target.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    /// Returns the last components of a path, or nil if it has fewer.
    private static func end(_ path: String, _ count: Int) -> String {
        let parts = path.split(separator: "/")
        return parts.count < count ? "" : parts.suffix(count).joined(separator: "/")
    }

    /// Returns the number of common leading folders, plus one if both are the same.
    private static func proximity(of folder: String, to other: String) -> Int {
        let shared = zip(folder.split(separator: "/"), other.split(separator: "/")).prefix { $0 == $1 }.count
        return folder == other ? shared + 1 : shared
    }

    private func file(_ target: String, from folder: String) -> String? {
        for base in target.contains("/") ? [folder, ""] : [folder] {
            guard let path = Self.joined(base, target) else { continue }
            if Vocabulary.files.contains(path) { return path }
        }
        if Self.isAnchored(target) { return nil }
        let count = target.split(separator: "/").count
        return Vocabulary.files.filter { Self.end($0, count) == target }.min { a, b in
            func key(_ path: String) -> (Int, Int, String) {
                (-Self.proximity(of: (path as NSString).deletingLastPathComponent, to: folder), path.utf8.count, path)
            }
            return key(a) < key(b)
        }
    }

    mutating func resolveReferences() {
        var folded: [String: String] = [:]
        func fold(_ text: String) -> String {
            if let known = folded[text] { return known }
            let result = OracleText.fold(text)
            folded[text] = result
            return result
        }
        for index in notes.indices {
            for place in notes[index].references.indices {
                let reference = notes[index].references[place]
                if let (note, isAmbiguous) = resolve(reference.target, from: notes[index].folder, fold) {
                    notes[index].references[place].leadsTo = .note(note)
                    notes[index].references[place].isAmbiguous = isAmbiguous
                } else if let file = file(reference.target, from: notes[index].folder) {
                    notes[index].references[place].leadsTo = .file(file)
                } else {
                    notes[index].references[place].leadsTo = reference.isAttachment ? .missing : .nowhere
                }
            }
        }
        for index in notes.indices {
            for reference in notes[index].references {
                if case .note(let note) = reference.leadsTo { notes[note].backlinks.insert(index) }
            }
            notes[index].foldedKeywords = notes[index].keywords.map(fold)
            notes[index].foldedNames = Set(notes[index].names.map(fold))
            notes[index].textWords = notes[index].readTexts.map(OracleText.words)
            notes[index].foldedTexts = notes[index].texts.map(OracleText.fold)
        }
    }

    // MARK: Files

    func write(to root: URL) throws {
        let manager = FileManager.default
        func create(_ path: String, _ text: String) throws {
            let url = root.appendingPathComponent(path)
            try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        var config = "searches:\n"
        for search in searches { config += "  \(search.name): \(NoteGenerator.quoted(search.query))\n" }
        config += "  short: limit:2\n  loop: \"@pool\"\n  pool: \"slip @loop\"\n"
        try create(".slipbox/config.yaml", config)
        for file in Vocabulary.files { try create(file, "x") }
        try manager.createDirectory(
            at: root.appendingPathComponent(Vocabulary.emptyFolder), withIntermediateDirectories: true)
        for note in notes {
            try create(note.path, note.fileText)
            try manager.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(note.fileTime))],
                ofItemAtPath: root.appendingPathComponent(note.path).path)
        }
    }

    func session(at root: URL) throws -> VaultSession {
        let zone = calendar.zone
        let environment = Environment(
            variables: [:], directory: Array(root.path.utf8), now: Moment(seconds: Int64(calendar.now)),
            calendar: LocalCalendar { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) })
        return try VaultSession(Vault(root: Array(root.path.utf8)), environment, messages: SilentMessages())
    }
}
