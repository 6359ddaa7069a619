import Notes
import SearchIndex
import Searching
import SourceText
import VaultFiles

/// The changes of links when lines of some notes move to another note, so that every link leads where it led.
struct MovedLinks {
    /// Edits of the notes that lines move out of, and of the note that they move to, outside of the lines.
    private(set) var staying: [VaultPath: [ByteEdit]] = [:]
    /// Edits of the text that moves, in places of the notes that it is in now.
    private(set) var moving: [VaultPath: [ByteEdit]] = [:]
    /// The changes of other notes.
    private(set) var operations: [FileOperation] = []

    private let sources: [MovedText]
    private let ends: LinkEndReader
    private var target: OpenNote { ends.target }
    private var snapshot: VaultSnapshot { ends.snapshot }

    /// - Throws: `VaultError` if a link cannot be written so that it leads where it led.
    init(_ sources: [MovedText], _ ends: LinkEndReader) throws {
        self.sources = sources
        self.ends = ends
        if sources.allSatisfy({ $0.note.path == ends.target.path }) { return }
        for source in sources { try addEdits(in: source) }
        if !sources.contains(where: { $0.note.path == target.path }) {
            try addEdits(in: MovedText(target, lines: []))
        }
        var labels = Set(target.definitions.map(\.label))
        for source in sources where source.note.path != target.path {
            try addInlineLinks(of: source, without: labels)
            labels.formUnion(source.note.definitions.filter { source.moves($0.range) }.map(\.label))
        }
        try addOperations()
    }

    private mutating func addEdits(in source: MovedText) throws {
        let note = source.note
        for link in note.links {
            let isMoved = source.moves(link.range)
            if !isMoved, link.fragment != nil, let edit = try edit(of: link, in: note, to: note.path) {
                staying[note.path, default: []].append(edit)
            }
            if isMoved || source.copies(link.range), let edit = try edit(of: link, in: note, to: target.path) {
                moving[note.path, default: []].append(edit)
            }
        }
    }

    /// Returns the edit of a link, or nil if it leads to the same place afterwards.
    ///
    /// - Parameter path: the note with the link after the change.
    private func edit(of link: OpenLink, in note: OpenNote, to path: VaultPath) throws -> ByteEdit? {
        let (before, after) = try ends.paths(of: link, in: note)
        guard let before, let after else { return nil }
        let isOwn = link.target.isEmpty
        let form = link.number.map { ReferenceForm(note.note.references[$0]) } ?? .link
        let survives = try (isOwn ? path : ends.path(of: link.target, from: path.folder, as: form)) == after
        if survives, isKept(link, in: note, from: path.folder, before, to: after) { return nil }
        if let destination = link.destination, link.form != .frontMatter {
            let style = note.style(of: link, destination)
            for text in try texts(for: link, in: note, from: path.folder, before, after) {
                guard let written = style.written(text), try ends.path(of: text, from: path.folder, as: form) == after
                else { continue }
                return note.bytes[destination].elementsEqual(written) ? nil : ByteEdit(destination, written)
            }
        }
        throw VaultError(
            note.path, line: LineTable(note.bytes).line(at: link.range.lowerBound),
            "cannot update the link '\(note.bytes.text(link.range))', which would lead elsewhere",
            help: "edit the link first; nothing was changed")
    }

    /// Returns whether a link that leads to the same file from another folder can stay as it is: a name can, but other
    /// programs read a path as relative to the note.
    private func isKept(
        _ link: OpenLink, in note: OpenNote, from folder: VaultPath, _ before: VaultPath, to after: VaultPath
    ) -> Bool {
        guard let number = link.number, note.path.folder != folder || before != after else { return true }
        let text = LinkText(reference: note.note.references[number], folder: note.path.folder, target: before)
        if !text.isPath { return text.names(after) || !text.names(before) }
        return text.isRelativePath(from: folder, to: after)
    }

    /// Returns texts that may lead from a folder to a file, the best first.
    private func texts(
        for link: OpenLink, in note: OpenNote, from folder: VaultPath, _ before: VaultPath, _ after: VaultPath
    ) throws -> [String] {
        if let number = link.number {
            let text = LinkText(
                reference: note.note.references[number], folder: note.path.folder, target: before)
            return text.candidates(from: folder, to: after)
        }
        let whole = ["/\(after.withoutExtension.text)", "/\(after.text)"]
        if link.form != .wiki { return [after.relative(to: folder).text] + whole }
        let name = try NewLink(snapshot, from: folder).reference(to: after, title: nil) ?? after.stem.text
        return [name] + whole
    }

    // MARK: Reference definitions

    /// Writes the links as inline links whose definition is in the other note afterwards, or has a label that is taken.
    ///
    /// - Parameter labels: the labels of definitions in the target.
    private mutating func addInlineLinks(of source: MovedText, without labels: Set<String>) throws {
        let note = source.note
        for definition in note.definitions {
            let isMoved = source.moves(definition.range)
            let isCarried = isMoved || source.copies(definition.range)
            for use in definition.uses {
                let movesUse = source.moves(use.range)
                if isMoved, !movesUse {
                    staying[note.path, default: []].append(try inline(use, definition, in: note, to: note.path))
                }
                if movesUse || source.copies(use.range), !isCarried || labels.contains(definition.label) {
                    moving[note.path, default: []].append(try inline(use, definition, in: note, to: target.path))
                }
            }
        }
    }

    /// Returns the edit that puts the destination of a definition behind the text of a link.
    private func inline(
        _ use: (range: Range<Int>, label: Range<Int>), _ definition: OpenDefinition, in note: OpenNote,
        to path: VaultPath
    ) throws -> ByteEdit {
        let bytes = note.bytes
        let whole = bytes.trimmed(definition.range)
        let title = note.note.body.definitions.first { $0.range == definition.range }?.title
        let start = definition.labelRange.upperBound + "]:".utf8.count
        let destination = bytes.trimmed(start..<(title.map { $0.lowerBound - 1 } ?? whole.upperBound))
        guard !bytes[whole].contains(where: \.isLineEnd) else {
            throw VaultError(
                note.path, line: LineTable(bytes).line(at: whole.lowerBound),
                "has a definition of several lines for a link of the task",
                help: "write it in one line; nothing was changed")
        }
        var text = Array(bytes[destination])
        let link = note.links.first { $0.form == .definition && $0.range == definition.range }
        if let link, let edit = try edit(of: link, in: note, to: path) {
            text =
                Array(bytes[destination.lowerBound..<edit.range.lowerBound])
                + edit.replacement + Array(bytes[edit.range.upperBound..<destination.upperBound])
        }
        if let title {
            text += [Byte.space] + bytes[title.lowerBound - 1..<title.upperBound + 1]
        }
        let form = ReferenceUse(use, in: bytes)
        let end = use.range.upperBound
        let replaced = form.isFull ? use.label.lowerBound - 1..<end : form.isCollapsed ? end - 2..<end : end..<end
        return ByteEdit(replaced, [Byte.leftParenthesis] + text + [Byte.rightParenthesis])
    }

    // MARK: Other notes

    /// Adds the changes of notes with links to parts of the lines.
    private mutating func addOperations() throws {
        let own = Set(sources.map(\.note.path) + [target.path])
        var wanted: [VaultPath: [Int: String]] = [:]
        for source in sources where source.note.path != target.path {
            for (place, link) in try PartRename(source.note, snapshot).links() where !own.contains(place.path) {
                guard let part = link.fragment.flatMap({ source.note.place(of: $0) }), source.moves(part) else {
                    continue
                }
                guard let other = snapshot.document(place.path), let number = link.number else {
                    throw VaultError(place.path, "cannot be read")
                }
                let reference = other.note.references[number]
                let form = ReferenceForm(reference)
                let text = try texts(for: link, in: other, from: place.path.folder, source.note.path, target.path)
                    .first {
                        try LinkRewriter.canWrite($0, as: reference)
                            && ends.path(of: $0, from: place.path.folder, as: form) == target.path
                    }
                guard let text else {
                    throw VaultError(
                        place.path, "has a link to a task that cannot be updated",
                        help: "edit the link first; nothing was changed")
                }
                wanted[place.path, default: [:]][number] = text
            }
        }
        for (path, links) in wanted.sorted(by: { $0.key < $1.key }) {
            let bytes = try snapshot.bytes(path)
            let note = Note(bytes, name: path.name, rules: snapshot.rules)
            let change = try LinkRewriter(snapshot).write(links, of: note, in: NoteChange(path, bytes))
            if let operation = try change?.operation { operations.append(operation) }
        }
    }
}

extension OpenNote {
    /// Returns how the destination of a link is written.
    fileprivate func style(of link: OpenLink, _ destination: Range<Int>) -> Link.Style {
        switch link.form {
        case .wiki: return .wiki
        case .html: return .attribute
        case .markdown, .definition, .frontMatter:
            let start = destination.lowerBound
            return start > 0 && bytes[start - 1] == Byte.less ? .angle : .bare
        }
    }
}
