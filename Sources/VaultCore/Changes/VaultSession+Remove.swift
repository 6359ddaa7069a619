import Notes
import SQLite
import SearchIndex
package import SourceText
import System

/// What goes when something is removed, and what then dangles.
extension VaultSession {
    /// The plan that moves notes to the trash, with their own attachments.
    ///
    /// - Parameter unlinks: whether the links to them are taken out of the other notes.
    package func plan(removing notes: [VaultPath], unlinks: Bool) throws -> ChangePlan {
        var plan = ChangePlan("rm \(notes.map(\.text).joined(separator: " "))")
        let gone = Set(notes)
        if unlinks {
            plan.operations += try unlinking(gone, except: gone)
            plan.remarks += try definitions(of: gone, except: gone)
        } else {
            plan.remarks += try dangling(gone, except: gone)
        }
        let attachments = try ownAttachments(of: gone)
        let own = attachments.keys.sorted()
        plan.remarks += own.map { "takes along '\($0.text)', which no other note references" }
        plan.operations += trash.operations(for: notes + own, companions: attachments)
        return plan
    }

    /// The attachments of some notes that no other note references, that lie in or below their note's folder and have
    /// an extension of `attachment-extensions:`, each with those of the notes that it belongs to. None while a note cannot
    /// be read, which may reference them.
    private func ownAttachments(of notes: Set<VaultPath>) throws -> [VaultPath: [VaultPath]] {
        if try !index.paths(of: .unreadable).isEmpty { return [:] }
        var own: [VaultPath: [VaultPath]] = [:]
        for note in notes {
            guard let hit = try index.note(note) else { continue }
            for attachment in hit.attachments where attachment.exists {
                guard attachment.path.isInside(note.folder),
                    vault.configuration.attachmentExtensions.contains(attachment.path.pathExtension),
                    try isReferenced(attachment.path, onlyBy: notes)
                else { continue }
                if own[attachment.path]?.contains(note) != true { own[attachment.path, default: []].append(note) }
            }
        }
        return own
    }

    /// Whether no other note references an attachment, under whatever name: its own, or that of a symbolic link to it.
    private func isReferenced(_ file: VaultPath, onlyBy notes: Set<VaultPath>) throws -> Bool {
        try index.names(ofFile: file).allSatisfy { name in
            try index.backlinks(to: name).allSatisfy { notes.contains($0.path) }
        }
    }

    /// Says which links will lead nowhere, those to symbolic links to what goes among them.
    func dangling(_ gone: Set<VaultPath>, except notes: Set<VaultPath>) throws -> [String] {
        var names = gone
        for path in gone { names.formUnion(try index.symbolicLinks(to: path)) }
        return try names.sorted().flatMap { path in
            try index.backlinks(to: path).filter { !notes.contains($0.path) }.map {
                "\($0.path.text):\($0.line): a link to '\(path.text)' will lead nowhere"
            }
        }
    }

    /// The writes that take the links to some files out of all other notes: entries of front matter go, a link in the
    /// text leaves its label.
    func unlinking(_ gone: Set<VaultPath>, except notes: Set<VaultPath>) throws -> [FileOperation] {
        var sources: Set<VaultPath> = []
        for path in gone { sources.formUnion(try index.backlinks(to: path).map(\.path)) }
        return try sources.subtracting(notes).sorted().compactMap { source in
            var change = NoteChange(source, try bytes(source))
            try unlink(gone, in: &change)
            return try change.operation
        }
    }

    /// Says which reference definitions are left, since the brackets that use them would mean nothing without.
    private func definitions(of gone: Set<VaultPath>, except notes: Set<VaultPath>) throws -> [String] {
        var sources: Set<VaultPath> = []
        for path in gone { sources.formUnion(try index.backlinks(to: path).map(\.path)) }
        return try sources.subtracting(notes).sorted().flatMap { source in
            guard let text = text(source) else { return [String]() }
            let lines = LineTable(text.bytes)
            return try text.note.references.compactMap { reference in
                guard case .body(.definition, _) = reference.origin,
                    let target = try index.target(of: reference.target, from: source.folder), gone.contains(target.path)
                else { return nil }
                return "\(source.text):\(lines.line(at: reference.range.lowerBound)): the reference definition is left"
            }
        }
    }

    func unlink(_ gone: Set<VaultPath>, in change: inout NoteChange) throws {
        let bytes = change.before
        let note = Note(bytes, name: change.path.name, rules: vault.configuration.rules)
        var edits: [ByteEdit] = []
        var fields: [FrontMatterChange] = []
        var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
        for reference in note.references {
            guard let target = try index.target(of: reference.target, from: change.path.folder),
                gone.contains(target.path)
            else { continue }
            switch reference.origin {
            case .links: fields.append(.take(vault.configuration.rules.names(.links), [reference.entry]))
            case .attachments: fields.append(.take(vault.configuration.rules.names(.attachments), [reference.entry]))
            case .property(let key, _):
                guard reference.entry.isEmpty else {
                    fields.append(.take([key], [reference.entry]))
                    continue
                }
                guard let scalar = reference.text else { continue }
                let label = reference.label.flatMap { scalar.decoded($0, in: bytes) }
                texts[scalar, default: []].append((reference.range, label ?? reference.target))
            // Its uses say no more than its label; without it they would be plain brackets.
            case .body(.definition, _): continue
            case .body:
                edits.append(ByteEdit(reference.range, Self.label(of: reference, bytes)))
            }
        }
        for (scalar, parts) in texts {
            guard let written = scalar.edits(parts, in: bytes) else {
                let line = LineTable(bytes).line(at: scalar.range.lowerBound)
                throw VaultError(
                    "\(change.path.text):\(line): this text cannot be written without its link",
                    help: "change it in an editor first; nothing was changed")
            }
            edits += written
        }
        change.apply(Self.outermost(edits))
        if !fields.isEmpty { try change.edit(fields) }
    }

    /// What is left of a link in the text: its label, else what it names, heading and all, in its own bytes.
    private static func label(of reference: Reference, _ bytes: [UInt8]) -> [UInt8] {
        if let label = reference.label { return Array(bytes[label]) }
        guard case .wiki = reference.style, let destination = reference.destination else {
            return Array(reference.target.utf8)
        }
        let fragment = reference.fragment.map { Array("#\($0)".utf8) } ?? []
        return Array(bytes[destination]) + fragment
    }

    /// Edits that do not lie in others: an image in a link's text goes with the link.
    private static func outermost(_ edits: [ByteEdit]) -> [ByteEdit] {
        var result: [ByteEdit] = []
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }) {
            if let last = result.last, edit.range.lowerBound < last.range.upperBound { continue }
            result.append(edit)
        }
        return result
    }

    // MARK: Attachments

    /// The plan that copies a file into the vault beside a note, of several beside the first, and references it in each;
    /// a file of the vault is only referenced.
    ///
    /// - Precondition: there is a note.
    package func plan(attaching file: [UInt8], to notes: [VaultPath]) throws -> (plan: ChangePlan, path: VaultPath) {
        let note = notes[0]
        guard let real = Files.realPath(file), let status = try? FileStatus(real), status.kind == .regular else {
            throw VaultError("there is no file '\(String(decoding: file, as: UTF8.self))'")
        }
        var operations: [FileOperation] = []
        var path: VaultPath
        if let inside = vault.path(ofFull: real), try index.isFile(inside) {
            path = inside
        } else {
            let name = VaultPath(bytes: real).name
            if !name.isText { throw Self.unwritable(name) }
            if let fault = FileName.fault(name.text) { throw VaultError("the name '\(name.text)' \(fault)") }
            path = try freePath(
                for: name.stem.text, in: note.folder, suffix: String(name.text.dropFirst(name.stem.text.count + 1)))
            try checkNew(path)
            try refuseIgnored(path, isFolder: false)
            operations.append(.create(path, .copy(of: real, size: status.size, mode: status.mode)))
        }
        if vault.configuration.extensions.contains(path.pathExtension) {
            throw VaultError(
                "'\(path.name.text)' would be a note, not an attachment", help: "to link to a note: slip link")
        }
        // A reference is text, and would name another file.
        if !path.isText { throw Self.unwritable(path) }
        let title = "attach '\(path.name.text)' to \(Self.named(notes))"
        var plan = try plan(title, notes, touches: true) { change in
            let reference = path.relative(to: change.path.folder).text
            try change.edit([.add(vault.configuration.rules.names(.attachments), [reference])])
        }
        plan.operations = operations + plan.operations
        return (plan, path)
    }

    private static func unwritable(_ path: VaultPath) -> VaultError {
        VaultError(
            "'\(path.text)' is not UTF-8, and no note can name it; nothing was changed", help: "rename the file first")
    }

    private static func named(_ notes: [VaultPath]) -> String {
        notes.count == 1 ? "'\(notes[0].text)'" : "\(notes.count) notes"
    }

    /// The plan that takes the references to a file out of notes, and the file to the trash if no other note has one.
    package func plan(detaching file: VaultPath, from notes: [VaultPath]) throws -> ChangePlan {
        if try index.isNote(file) {
            throw VaultError(
                "'\(file.text)' is a note", help: "to take a link out: slip unlink; to remove a note: slip rm")
        }
        var plan = try plan("detach '\(file.text)' from \(Self.named(notes))", notes, touches: true) { change in
            try unlink([file], in: &change)
        }
        if plan.isEmpty {
            throw VaultError(
                notes.count == 1
                    ? "'\(notes[0].text)' does not reference '\(file.text)'"
                    : "none of the \(notes.count) notes references '\(file.text)'")
        }
        if try isReferenced(file, onlyBy: Set(notes)) {
            plan.operations += trash.operations(for: [file])
            plan.remarks.append("'\(file.text)' goes to the trash: no other note references it")
        }
        return plan
    }
}
