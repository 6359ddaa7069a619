import Notes
import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// The rewriting of links, so that they keep their targets when files move or notes are added.
struct LinkRewriter {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var vault: Vault { snapshot.vault }
    private var index: NoteIndex { snapshot.index }
    private var rules: NoteRules { snapshot.rules }

    /// A note with the new targets of its links.
    struct Rewrite {
        /// The path before the change.
        var path: VaultPath
        var newPath: VaultPath
        var bytes: [UInt8]
        /// The new targets, by the indices of the note's references.
        var wanted: [Int: String] = [:]
    }

    /// Returns the new targets of all links that would lead elsewhere after a change.
    ///
    /// - Parameters:
    ///   - moves: files that move, and notes that get other names.
    ///   - added: a note to create.
    ///   - renamed: the notes of `moves` that get other names, by their paths before the change.
    /// - Returns: the links that can be kept, a notice for each link that breaks because its name is gone, and the notes
    ///   whose links would lead to the new note, by the targets that these links have now.
    func rewrites(
        _ moves: [FileMove], adding added: (path: VaultPath, bytes: [UInt8])? = nil,
        renamed: [VaultPath: NameChange] = [:]
    ) throws -> (rewrites: [Rewrite], notices: [String], taken: [VaultPath: Set<VaultPath>]) {
        try index.previewing(
            moves, adding: added.map { rows($0.bytes, at: $0.path) }, calendar: snapshot.calendar,
            extensions: vault.configuration.fileExtensions
        ) { preview in
            var taken: [VaultPath: Set<VaultPath>] = [:]
            if added != nil {
                for link in preview.groups.joined() where !link.survives {
                    taken[link.target, default: []].insert(link.source)
                }
            }
            let (rewrites, notices) = try rewrites(preview, renamed: renamed)
            return (rewrites, notices, taken)
        }
    }

    private func rows(_ bytes: [UInt8], at path: VaultPath) -> NoteRows {
        let file = IndexedFile(
            path: path, fingerprint: .unknown, hash: 0, size: Int64(bytes.count),
            modified: snapshot.now.microseconds * 1000, born: nil)
        return NoteRows(Note(bytes, name: path.name, rules: rules), bytes, file: file, rules: rules)
    }

    /// The notes to parse at once. The parsed notes of a million links would take a gigabyte.
    private static let batch = 64

    /// Returns the new targets of the links in a preview. Reads notes on all cores. The index has one reader, so it
    /// resolves the links after that.
    private func rewrites(
        _ preview: MovePreview, renamed: [VaultPath: NameChange]
    ) throws -> (rewrites: [Rewrite], notices: [String]) {
        let (reader, rules) = (snapshot.reader, rules)
        var rewrites: [Rewrite] = []
        var notices: [String] = []
        for start in stride(from: 0, to: preview.groups.count, by: Self.batch) {
            snapshot.messages.reportProgress("updating links", start, of: preview.groups.count)
            let groups = Array(preview.groups[start...].prefix(Self.batch))
            let paths = groups.map { $0[0].source }
            let notes = Parallel.map(stretchesOf: 4, in: paths.count) { stretch in
                stretch.map { index in
                    Result { () throws(SystemError) -> ([UInt8], [Reference]) in
                        let bytes = try reader.bytes(paths[index])
                        return (bytes, Self.references(bytes, at: paths[index], rules: rules))
                    }
                }
            }.flatMap { $0 }
            for (links, read) in zip(groups, notes) {
                let path = links[0].source
                switch read {
                case .success((let bytes, let references)):
                    var rewrite = Rewrite(path: path, newPath: links[0].newSource, bytes: bytes)
                    notices += try addTargets(
                        of: links, in: references, to: &rewrite, preview: preview, renamed: renamed)
                    if !rewrite.wanted.isEmpty { rewrites.append(rewrite) }
                case .failure(let error):
                    throw VaultError("cannot read '\(path.text)': \(error.reason)", at: path)
                }
            }
        }
        return (rewrites, notices)
    }

    private static func references(_ bytes: [UInt8], at path: VaultPath, rules: NoteRules) -> [Reference] {
        if Canvas.isCanvas(path) { return Canvas(bytes).references }
        return Note(bytes, name: path.name, rules: rules).references
    }

    /// Adds the new targets of a note's links. Links that stay are left out. Throws if a link cannot be rewritten.
    ///
    /// - Returns: a notice for each link that breaks because its name is gone.
    private func addTargets(
        of links: [MovePreview.AffectedLink], in references: [Reference], to rewrite: inout Rewrite,
        preview: MovePreview,
        renamed: [VaultPath: NameChange]
    ) throws -> [String] {
        let (path, bytes) = (rewrite.path, rewrite.bytes)
        var notices: [String] = []
        var lines: LineTable?
        var ways: [LinkForm: String?] = [:]
        for link in links {
            // The bytes may be newer than the index.
            guard references.indices.contains(link.number),
                references[link.number].target.utf8.elementsEqual(link.reference.utf8)
            else { throw LinkUpdate.conflict(path) }
            let reference = references[link.number]
            let text = LinkText(
                reference: reference, folder: path.folder, target: link.target, path: vault.configuration.links.path)
            // A link stays if neither its note nor its target moved. A name stays if it still matches for programs that
            // know only file names, or if it never did.
            let isStill = link.source == link.newSource && link.target == link.newTarget
            let isNamed = !text.isPath && (text.names(link.newTarget) || !text.names(link.target))
            if link.survives, isStill || isNamed { continue }
            if link.survives, text.isRelativePath(from: link.newSource.folder, to: link.newTarget) { continue }
            let isByTitle = !text.isPath && !text.names(link.target)
            let name = isByTitle ? renamed[link.target]?.replacement(for: link.reference) : nil
            if name == NameChange.Replacement.none {
                let table = lines ?? LineTable(bytes)
                lines = table
                let other = try preview.target(
                    of: link.reference, from: link.newSource.folder, as: ReferenceForm(reference))
                notices.append(
                    "\(path.text):\(table.line(at: reference.range.lowerBound)): the link to '\(link.target.text)' "
                        + (other.map { "then leads to '\($0.path.text)'" } ?? "breaks"))
                continue
            }
            let form = LinkForm(reference, to: link)
            let found = try ways[form] ?? way(to: link, as: text, preview, name: name)
            ways[form] = found
            guard let new = found else {
                throw Self.error(link, in: path, line: LineTable(bytes).line(at: reference.range.lowerBound))
            }
            if !new.utf8.elementsEqual(reference.target.utf8) { rewrite.wanted[link.number] = new }
        }
        return notices
    }

    /// What the new text of a link depends on, in one note. A note may link to another many times.
    private struct LinkForm: Hashable {
        let origin: Reference.Origin
        let style: Link.Style?
        let text: ExactText
        let target: VaultPath
        let newTarget: VaultPath

        init(_ reference: Reference, to link: MovePreview.AffectedLink) {
            (origin, style, text) = (reference.origin, reference.style, ExactText(reference.target))
            (target, newTarget) = (link.target, link.newTarget)
        }
    }

    private static func error(_ link: MovePreview.AffectedLink, in path: VaultPath, line: Int) -> VaultError {
        let isThird = link.target == link.newTarget
        return VaultError(
            path, line: line,
            "cannot update the link to '\(link.target.text)': "
                + (isThird
                    ? "it would match another file, and its syntax does not allow the path"
                    : "its syntax does not allow the name '\(link.newTarget.text)'"),
            help: isThird
                ? "choose another name; nothing was changed"
                : "choose a name without characters such as # | [ ]; nothing was changed")
    }

    /// Returns the new text of a link: the first candidate that only the target matches, or else the first that leads
    /// there. Returns nil if none does.
    ///
    /// - Parameter name: the new name that replaces the one of the link.
    private func way(
        to link: MovePreview.AffectedLink, as text: LinkText, _ preview: MovePreview, name: NameChange.Replacement?
    ) throws -> String? {
        var second: String?
        let form = ReferenceForm(text.reference)
        let first = if case .name(let name)? = name { [name] } else { [String]() }
        for way in first + text.candidates(from: link.newSource.folder, to: link.newTarget)
        where Self.canWrite(way, as: text.reference) {
            guard let found = try preview.target(of: way, from: link.newSource.folder, as: form),
                link.isReached(by: found)
            else { continue }
            // Most other programs ignore case in names.
            let isSure = try [way.lowercased(), way.uppercased()].allSatisfy {
                link.isReached(by: try preview.target(of: $0, from: link.newSource.folder, as: form))
            }
            if isSure, !found.isAmbiguous { return way }
            second = second ?? way
        }
        return second
    }

    static func canWrite(_ text: String, as reference: Reference) -> Bool {
        switch reference.origin {
        case .body: reference.style.map { $0.written(text) != nil } ?? false
        case .links, .property: !text.contains(where: { "|#[]".contains($0) })
        case .attachments: true
        case .canvasFile: text.hasPrefix("/")
        case .path: Reference.isPath(text)
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

    static func write(
        _ wanted: [Int: String], of note: Note, in original: NoteChange, rules: NoteRules
    ) throws -> NoteChange? {
        if wanted.isEmpty { return nil }
        func isRight(_ change: NoteChange, inOrder: Bool) -> Bool {
            let after = Note(change.after, name: change.path.name, rules: rules)
            guard after.diagnostics.count <= note.diagnostics.count,
                after.frontMatter.faultCount <= note.frontMatter.faultCount
            else { return false }
            // Strings that are canonically equivalent are equal, so bytes are compared.
            let expected = note.references.indices.lazy.map { ExactText(wanted[$0] ?? note.references[$0].target) }
            let targets = after.references.lazy.map { ExactText($0.target) }
            return inOrder ? targets.elementsEqual(expected) : Set(targets) == Set(expected)
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
                    let bytes = style.written(text)
                else { continue }
                body.append(ByteEdit(range, bytes))
            case .links, .attachments:
                let names = rules.names(reference.origin == .links ? .links : .attachments)
                if let range = reference.destination { entries.append(ByteEdit(range, Array(text.utf8))) }
                guard let range = reference.entry.firstRange(of: reference.target) else { continue }
                let entry = reference.entry.replacingCharacters(in: range, with: text)
                fields.append(.exchange(names, reference.entry, for: entry))
            case .canvasFile: continue  // only in canvases: see CanvasChange
            case .property, .path:
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
