import Editing
import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Renames the element under the cursor everywhere in the vault (LSP 3.17, textDocument/rename).
enum Rename {
    private enum RenameTarget {
        /// A note, by a link to it or by its title.
        case note(VaultPath, byTitle: Bool)
        case heading(VaultPath, Range<Int>)
        case keyword(String)
        case block(VaultPath, String)
        case definition(OpenDefinition)
        case key(String)
    }

    private struct Renamable {
        var target: RenameTarget
        /// The range that the client marks, and the name that it offers.
        var range: Range<Int>
        var name: String
    }

    @Sendable static func prepare(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        let found =
            document.vault == nil
            ? try find(at: offset, document, nil)
            : try request.read(document) { try find(at: offset, document, $0) } ?? nil
        guard let found else { throw ResponseError(.requestFailed, "there is nothing here that can be renamed") }
        return [
            "range": document.text.range(of: found.range, request.encoding).json, "placeholder": .string(found.name),
        ]
    }

    @Sendable static func edit(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        guard let written = request.params["newName"]?.text else {
            throw ResponseError(.invalidParams, "'newName' is missing")
        }
        let new = written.withoutWhiteSpaceAround
        if new.isEmpty { throw ResponseError(.requestFailed, "the new name is empty") }
        guard let vault = document.vault else {
            guard let target = try find(at: offset, document, nil)?.target,
                let edits = try edits(target, to: new, document.note)
            else {
                throw ResponseError(.requestFailed, "there is nothing here that can be renamed")
            }
            return try document.edit(edits[document.note.path] ?? [], request.settings)
        }
        return try request.plan(vault) { snapshot in
            guard let found = try find(at: offset, document, snapshot) else {
                throw ResponseError(.requestFailed, "there is nothing here that can be renamed")
            }
            let plan = try plan(found.target, to: new, document, in: snapshot)
            return try PlannedEdit(request: request, snapshot: snapshot).json(plan)
        }
    }

    /// Returns the element at a byte offset, or nil if nothing can be renamed there. Throws for an element that must
    /// not be renamed, to tell the user why.
    ///
    /// - Parameter snapshot: nil for a document outside of any vault: only its own elements can be renamed.
    private static func find(at offset: Int, _ document: Document, _ snapshot: VaultSnapshot?) throws -> Renamable? {
        let note = document.note
        let element = note.element(at: offset)
        // A link, keyword or definition in a title is renamed itself, not the note.
        let isInTitle =
            switch element {
            case .link, .keyword, .definition: false
            default: snapshot != nil
            }
        if isInTitle, let title = note.isLong ? nil : note.titleRange, title.lowerBound <= offset,
            offset <= title.upperBound
        {
            return Renamable(target: .note(note.path, byTitle: true), range: title, name: note.currentTitle)
        }
        if let found = try renamable(element, at: offset, note, in: snapshot) { return found }
        // A note without a title is named by its file. A rename on its first line renames the file.
        guard snapshot != nil, note.titleRange == nil, document.text.line(at: offset) == 0 else { return nil }
        return Renamable(
            target: .note(note.path, byTitle: false), range: document.text.range(ofLine: 0), name: note.path.stem.text)
    }

    private static func renamable(
        _ element: NoteElement?, at offset: Int, _ note: OpenNote, in snapshot: VaultSnapshot?
    ) throws -> Renamable? {
        switch element {
        case .link(let link): return try found(link, at: offset, note, in: snapshot)
        case .keyword(let keyword):
            if snapshot == nil { return nil }
            let start = keyword.range.lowerBound + (keyword.isHashtag ? 1 : 0)
            return Renamable(
                target: .keyword(keyword.name), range: start..<keyword.range.upperBound, name: keyword.name)
        case .heading(let heading):
            return Renamable(
                target: .heading(note.path, heading.range), range: heading.raw, name: name(of: heading, in: note))
        case .block(let block):
            guard let id = block.id, let range = block.idRange else { return nil }
            return Renamable(target: .block(note.path, id), range: range, name: id)
        case .definition(let definition, let label):
            return Renamable(
                target: .definition(definition), range: label, name: note.bytes.text(definition.labelRange))
        case .key(let entry):
            if snapshot == nil { return nil }
            if let known = entry.known {
                throw VaultError("'\(entry.key)' is the built-in key \(known.rawValue), which cannot be renamed")
            }
            return Renamable(target: .key(entry.key), range: entry.keyRange, name: entry.key)
        case .value(let entry) where entry.known == .title && snapshot != nil:
            return Renamable(target: .note(note.path, byTitle: true), range: entry.valueRange, name: note.currentTitle)
        case .value, nil: return nil
        }
    }

    /// Returns the text of a heading as one line, even if it spans several.
    private static func name(of heading: OpenHeading, in note: OpenNote) -> String {
        note.bytes.text(heading.raw).split(whereSeparator: \.isNewline).map(\.withoutWhiteSpaceAround)
            .joined(separator: " ")
    }

    private static func found(
        _ link: OpenLink, at offset: Int, _ note: OpenNote, in snapshot: VaultSnapshot?
    ) throws -> Renamable? {
        var path = note.path
        if !link.target.isEmpty {
            guard let snapshot, case .note(let end, _) = try snapshot.linkTargets.target(of: link, in: note) else {
                throw VaultError("only links to notes can be renamed here")
            }
            path = end
        }
        if let fragment = link.fragment, let range = link.fragmentRange, range.lowerBound <= offset,
            let target = path == note.path ? note : snapshot?.document(path)
        {
            return try part(fragment, at: offset, in: range, of: target, linkedFrom: note)
        }
        guard let snapshot else { return nil }
        // A link by a title that differs from the file name renames the title.
        let title = try snapshot.openNotes[path]?.currentTitle ?? snapshot.note(path)?.title ?? path.stem.text
        let isTitle =
            Folding.fold(link.target) == Folding.fold(title) && Folding.fold(title) != Folding.fold(path.stem.text)
        return Renamable(
            target: .note(path, byTitle: isTitle), range: link.marked, name: isTitle ? title : path.stem.text)
    }

    /// Returns the heading or block that the part of a fragment under the cursor names.
    private static func part(
        _ fragment: String, at offset: Int, in range: Range<Int>, of target: OpenNote, linkedFrom note: OpenNote
    ) throws -> Renamable {
        let headings = NoteHeadings(target)
        let parts = headings.parts(of: fragment)
        let written = note.bytes[range].split(separator: Byte.hash, omittingEmptySubsequences: false)
        if written.count == parts.count, let number = written.firstIndex(where: { $0.endIndex >= offset }),
            let heading = headings.headings(of: parts)[number]
        {
            return Renamable(
                target: .heading(target.path, heading.range),
                range: written[number].startIndex..<written[number].endIndex,
                name: name(of: heading, in: target))
        }
        guard let place = target.place(of: fragment) else {
            throw VaultError(target.path, "has no part '\(fragment)'")
        }
        if let heading = target.headings.first(where: { $0.range == place }) {
            return Renamable(target: .heading(target.path, place), range: range, name: name(of: heading, in: target))
        }
        let id = target.bytes.text(place).drop { $0 == "^" }
        return Renamable(target: .block(target.path, String(id)), range: range, name: String(id))
    }

    /// Returns the edits in a document outside of any vault, or nil if the target needs a vault.
    private static func edits(
        _ target: RenameTarget, to new: String, _ note: OpenNote
    ) throws -> [VaultPath: [ByteEdit]]? {
        let parts = PartRename(note, nil)
        switch target {
        case .heading(_, let range): return try parts.heading(at: range, to: new)
        case .block(_, let id): return try parts.block(id, to: new)
        case .definition(let definition): return try parts.definition(definition, to: new)
        case .note, .keyword, .key: return nil
        }
    }

    private static func plan(
        _ target: RenameTarget, to new: String, _ document: Document, in snapshot: VaultSnapshot
    ) throws -> ChangePlan {
        let planner = RenamePlanner(snapshot)
        switch target {
        case .note(let path, let byTitle):
            let title = snapshot.document(path)?.currentTitle ?? path.stem.text
            let saysTheSame = Folding.fold(title) == Folding.fold(path.stem.text)
            if byTitle {
                return try planner.note(
                    path, stem: saysTheSame ? FileName.stem(for: new) : nil, title: new)
            }
            let suffix = ".\(path.pathExtension)"
            let stem = new.lowercased().hasSuffix(suffix) ? String(new.dropLast(suffix.count)) : new
            // A new title would destroy a link in it, so only the file is renamed then.
            let note = snapshot.document(path)
            let isPlain = note?.titleRange.map { PartRename.linkSigns(note?.bytes.text($0) ?? "") == 0 } ?? true
            return try planner.note(path, stem: stem, title: saysTheSame && isPlain ? stem : nil)
        case .heading(let path, let range): return try planner.heading(in: path, at: range, to: new)
        case .keyword(let name):
            let name = name.hasPrefix("#") ? String(name.dropFirst()) : name
            return try KeywordPlanner(snapshot).rename(name, to: new.hasPrefix("#") ? String(new.dropFirst()) : new)
        case .block(let path, let id): return try planner.block(in: path, id, to: new)
        case .definition(let definition):
            return try planner.definition(in: document.note.path, definition, to: new)
        case .key(let key): return try KeyPlanner(snapshot).rename(key, to: new)
        }
    }
}
