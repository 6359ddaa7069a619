import Notes
import SearchIndex
import Searching
import SourceText
import System
import VaultChanges
import VaultFiles

/// The rewriting of links, so that they keep their targets when files move or notes are added.
struct LinkRewriter {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var vault: Vault { snapshot.vault }
    private var index: NoteIndex { snapshot.index }
    private var rules: NoteRules { snapshot.rules }

    /// Returns the writes that keep the targets of all links when files move. They are for after the moves: the written
    /// notes have their new paths.
    ///
    /// - Parameters:
    ///   - moves: files, or folders with their contents.
    ///   - titles: the new titles of notes, by their old paths.
    func rewrites(
        for moves: [(from: VaultPath, to: VaultPath)], titles: [VaultPath: String] = [:]
    ) throws -> [FileOperation] {
        var all: [FileMove] = []
        for (from, to) in moves {
            for file in try index.files(inside: from) {
                let path = file.path.moved(from: from, to: to)
                try PathChecks(vault).refuseIgnored(path, isFolder: file.kind == .folder)
                var title = titles[file.path]
                if title == nil, file.kind == .note, let text = snapshot.text(file.path) {
                    title = Note(text.bytes, name: path.name, rules: rules).title
                }
                all.append(FileMove(from: file.path, to: path, title: title))
            }
        }
        return try index.previewing(all, calendar: snapshot.calendar, extensions: vault.configuration.fileExtensions) {
            try rewrites($0, titles: titles)
        }
    }

    /// Returns the writes that keep the targets of all links when a note is added.
    ///
    /// - Returns: the writes, and the notes whose links would lead to the new note without them, by the targets that
    ///   these links have now.
    func rewrites(
        adding bytes: [UInt8], at path: VaultPath
    ) throws -> (operations: [FileOperation], taken: [VaultPath: Set<VaultPath>]) {
        let note = Note(bytes, name: path.name, rules: rules)
        let file = IndexedFile(
            path: path, fingerprint: .unknown, hash: 0, size: Int64(bytes.count),
            modified: snapshot.now.microseconds * 1000, born: nil)
        return try index.previewing(
            [], adding: NoteRows(note, bytes, file: file, rules: snapshot.rules), calendar: snapshot.calendar,
            extensions: vault.configuration.fileExtensions
        ) { preview in
            var taken: [VaultPath: Set<VaultPath>] = [:]
            for link in preview.links where !link.survives { taken[link.target, default: []].insert(link.source) }
            return (try rewrites(preview), taken)
        }
    }

    /// Returns the writes that keep the targets of the links in a preview. Reads and writes notes on all cores. The
    /// index has one reader, so it resolves the links in between.
    private func rewrites(_ preview: MovePreview, titles: [VaultPath: String] = [:]) throws -> [FileOperation] {
        let groups = Dictionary(grouping: preview.links, by: \.source).sorted { $0.key < $1.key }
        let (reader, rules) = (snapshot.reader, rules)
        let paths = groups.map(\.key)
        let notes = Parallel.map(stretchesOf: 16, in: paths.count) { stretch in
            stretch.map { index in
                Result { () throws(SystemError) -> ([UInt8], Note) in
                    let bytes = try reader.bytes(paths[index])
                    return (bytes, Note(bytes, name: paths[index].name, rules: rules))
                }
            }
        }.flatMap { $0 }
        var rewrites: [(path: VaultPath, bytes: [UInt8], note: Note, wanted: [Int: String])] = []
        for (number, (group, read)) in zip(groups, notes).enumerated() {
            snapshot.messages.reportProgress("updating links", number, of: groups.count)
            switch read {
            case .success((let bytes, let note)):
                let wanted = try targets(
                    of: group.value, in: group.key, bytes: bytes, note: note, preview: preview, titles: titles)
                if !wanted.isEmpty { rewrites.append((group.value[0].newSource, bytes, note, wanted)) }
            case .failure(let error):
                throw VaultError("cannot read '\(group.key.text)': \(error.reason)", at: group.key)
            }
        }
        let all = rewrites
        return try Parallel.map(stretchesOf: 16, in: all.count) { stretch in
            Result {
                try stretch.compactMap { index in
                    let (path, bytes, note, wanted) = all[index]
                    return try Self.write(wanted, of: note, in: NoteChange(path, bytes), rules: rules).flatMap {
                        try $0.operation
                    }
                }
            }
        }.flatMap { try $0.get() }
    }

    /// Returns the new texts of a note's links, by the indices of their references in `note.references`. Links that
    /// stay are left out. Throws if a link cannot be rewritten.
    private func targets(
        of links: [MovePreview.AffectedLink], in path: VaultPath, bytes: [UInt8], note: Note, preview: MovePreview,
        titles: [VaultPath: String]
    ) throws -> [Int: String] {
        var wanted: [Int: String] = [:]
        for link in links {
            // The bytes may be newer than the index.
            guard note.references.indices.contains(link.number),
                note.references[link.number].target.utf8.elementsEqual(link.reference.utf8)
            else {
                throw VaultError(
                    path, "was changed by another program; nothing was changed", cause: .conflict, help: "try again")
            }
            let reference = note.references[link.number]
            let text = LinkText(reference: reference, folder: path.folder, target: link.target)
            // A link stays if neither its note nor its target moved. A name stays if it still matches for programs that
            // know only file names, or if it never did.
            let isStill = link.source == link.newSource && link.target == link.newTarget
            let isNamed = !text.isPath && (text.names(link.newTarget) || !text.names(link.target))
            if link.survives, isStill || isNamed { continue }
            if link.survives, text.isRelativePath(from: link.newSource.folder, to: link.newTarget) { continue }
            guard let new = try way(to: link, as: text, preview, title: titles[link.target]) else {
                let line = LineTable(bytes).line(at: reference.range.lowerBound)
                let isThird = link.target == link.newTarget
                throw VaultError(
                    path, line: line,
                    "cannot update the link to '\(link.target.text)': "
                        + (isThird
                            ? "it would match another file, and its syntax does not allow the path"
                            : "its syntax does not allow the name '\(link.newTarget.text)'"),
                    help: isThird
                        ? "choose another name; nothing was changed"
                        : "choose a name without characters such as # | [ ]; nothing was changed")
            }
            if !new.utf8.elementsEqual(reference.target.utf8) { wanted[link.number] = new }
        }
        return wanted
    }

    /// Returns the new text of a link: the first candidate that only the target matches, or else the first that leads
    /// there. Returns nil if none does.
    ///
    /// - Parameter title: the new title of the target, which replaces the old one if the link used that.
    private func way(
        to link: MovePreview.AffectedLink, as text: LinkText, _ preview: MovePreview, title: String?
    ) throws -> String? {
        var second: String?
        let isByTitle = !text.isPath && !text.names(link.target)
        let first = isByTitle ? [title].compactMap { $0 } : []
        for way in first + text.candidates(from: link.newSource.folder, to: link.newTarget)
        where Self.canWrite(way, as: text.reference) {
            guard let found = try preview.target(of: way, from: link.newSource.folder), link.isReached(by: found)
            else { continue }
            // Most other programs ignore case in names.
            let isSure = try [way.lowercased(), way.uppercased()].allSatisfy {
                link.isReached(by: try preview.target(of: $0, from: link.newSource.folder))
            }
            if isSure, !found.isAmbiguous { return way }
            second = second ?? way
        }
        return second
    }

    static func canWrite(_ text: String, as reference: Reference) -> Bool {
        switch reference.origin {
        case .body: reference.style.map { LinkText.written(text, $0) != nil } ?? false
        case .links, .property: !text.contains(where: { "|#[]".contains($0) })
        case .attachments: true
        }
    }

    /// Replaces the targets of references, and verifies that the note has exactly the new targets. Throws if other
    /// parts of the note would change.
    ///
    /// - Parameter wanted: the new targets, by the indices of the references in `note.references`.
    /// - Returns: nil if there is nothing to write.
    func write(_ wanted: [Int: String], of note: Note, in original: NoteChange) throws -> NoteChange? {
        try Self.write(wanted, of: note, in: original, rules: rules)
    }

    private static func write(
        _ wanted: [Int: String], of note: Note, in original: NoteChange, rules: NoteRules
    ) throws -> NoteChange? {
        if wanted.isEmpty { return nil }
        // Strings that are canonically equivalent are equal, so bytes are compared.
        let expected = note.references.indices.map { Array((wanted[$0] ?? note.references[$0].target).utf8) }
        func isRight(_ change: NoteChange, inOrder: Bool) -> Bool {
            let after = Note(change.after, name: change.path.name, rules: rules)
            let targets = after.references.map { Array($0.target.utf8) }
            guard after.diagnostics.count <= note.diagnostics.count,
                after.frontMatter.faultCount <= note.frontMatter.faultCount
            else { return false }
            return inOrder ? targets == expected : Set(targets) == Set(expected)
        }
        var body: [ByteEdit] = []
        var entries: [ByteEdit] = []
        var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
        var fields: [FrontMatterChange] = []
        for (number, text) in wanted.sorted(by: { $0.key < $1.key }) {
            let reference = note.references[number]
            switch reference.origin {
            case .body:
                guard let style = reference.style, let range = reference.destination,
                    let bytes = LinkText.written(text, style)
                else { continue }
                body.append(ByteEdit(range, bytes))
            case .links, .attachments:
                let names = rules.names(reference.origin == .links ? .links : .attachments)
                if let range = reference.destination { entries.append(ByteEdit(range, Array(text.utf8))) }
                guard let range = reference.entry.firstRange(of: reference.target) else { continue }
                let entry = reference.entry.replacingCharacters(in: range, with: text)
                fields.append(.exchange(names, reference.entry, for: entry))
            case .property:
                guard let range = reference.destination, let scalar = reference.text else { continue }
                texts[scalar, default: []].append((range, text))
            }
        }
        for (scalar, parts) in texts { body += scalar.edits(parts, in: original.after) ?? [] }
        // The first attempt replaces only the bytes of the destinations, if their quoting allows the new text.
        var change = original
        change.apply(body + entries)
        if isRight(change, inOrder: true) { return change }
        // The second attempt rewrites the entry. Equal entries of a list become one.
        change = original
        change.apply(body)
        if !fields.isEmpty { try change.edit(fields) }
        guard isRight(change, inOrder: false) else {
            throw VaultError(
                "cannot update the links in '\(original.path.text)' without changing other parts of it",
                at: original.path, help: "edit them first; nothing was changed")
        }
        return change
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
