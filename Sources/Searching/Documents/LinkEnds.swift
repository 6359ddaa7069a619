import Notes
import SearchIndex
package import SourceText
import System
import VaultFiles

/// What a link leads to.
package enum LinkEnd: Hashable, Sendable {
    /// A note, and others that it could be as well.
    case note(VaultPath, rivals: [VaultPath])
    /// An attachment, and others that it could be as well.
    case file(VaultPath, rivals: [VaultPath])
    case folder(VaultPath)
    case nothing

    package var path: VaultPath? {
        switch self {
        case .note(let path, _), .file(let path, _), .folder(let path): path
        case .nothing: nil
        }
    }

    init(_ target: LinkTarget?) {
        guard let target else {
            self = .nothing
            return
        }
        switch target.kind {
        case .note: self = .note(target.path, rivals: target.rivals)
        case .attachment: self = .file(target.path, rivals: target.rivals)
        case .folder: self = .folder(target.path)
        }
    }

    package var rivals: [VaultPath] {
        switch self {
        case .note(_, let rivals), .file(_, let rivals): rivals
        case .folder, .nothing: []
        }
    }
}

extension VaultSession {
    /// What a name that stands in a note in `folder` leads to; kept as long as nothing that it depends on changes.
    package func end(of target: String, from folder: VaultPath) throws -> LinkEnd {
        try linkEnds.end(of: target, from: folder, in: index)
    }

    package func end(of link: OpenLink, in note: OpenNote) throws -> LinkEnd {
        if link.target.isEmpty { return .note(note.path, rivals: []) }
        return try end(of: link.target, from: note.path.folder)
    }

    /// The note at a path as it is: the open document, else what is on disk; nil where it cannot be read.
    package func document(_ path: VaultPath) -> OpenNote? {
        if let open = openNotes[path] { return open }
        guard let bytes = try? bytes(path) else { return nil }
        return OpenNote(path: path, bytes: bytes, rules: rules)
    }

    /// Where a note with the content of the one that a broken link meant is now; nil where there is none, or several.
    package func movedTarget(of target: String, in path: VaultPath) throws -> VaultPath? {
        try OutsideMoves(index).meant(by: target, in: path)?.to
    }

    /// The references of an open note that may be findings.
    func linksInQuestion(of open: OpenNote) throws -> [NoteIndex.LinkInQuestion] {
        var found: [NoteIndex.LinkInQuestion] = []
        var targets: [VaultPath: NoteIndex.LinkInQuestion.Target] = [:]
        let extensions = vault.configuration.fileExtensions
        for reference in open.note.references {
            let end = try end(of: reference.target, from: open.path.folder)
            let state: LinkState = end == .nothing ? .broken : end.rivals.isEmpty ? .resolved : .ambiguous
            if state == .resolved, reference.fragment == nil { continue }
            var isAttachment = ReferenceForm(reference).isMissingAttachment(reference.target, extensions)
            var target: NoteIndex.LinkInQuestion.Target?
            switch end {
            case .file: isAttachment = true
            case .note(let path, _):
                isAttachment = false
                if reference.fragment != nil {
                    let known = targets[path]
                    // One that the index does not know yet is open.
                    target =
                        try known ?? index.linkTarget(path)
                        ?? NoteIndex.LinkInQuestion.Target(path: path, row: RowID(0), hash: 0)
                    targets[path] = target
                }
            case .folder: isAttachment = false
            case .nothing: break
            }
            found.append(
                NoteIndex.LinkInQuestion(
                    path: open.path, location: .start, reference: reference.target, fragment: reference.fragment,
                    state: state, isAttachment: isAttachment, target: target,
                    range: reference.destination ?? reference.range))
        }
        return found
    }
}

/// What names led to when they were asked for: a note of a hundred thousand links is looked at after every key.
struct LinkEnds {
    private var version: [Int64] = []
    private var overlay = NameOverlay()
    private var ends: [VaultPath: [ExactText: LinkEnd]] = [:]
    private var count = 0

    private static let most = 200_000

    mutating func end(
        of target: String, from folder: VaultPath, in index: NoteIndex
    ) throws -> LinkEnd {
        let name = ExactText(target)
        if let end = ends[folder]?[name] { return end }
        let end = LinkEnd(try index.target(of: target, from: folder))
        if count >= Self.most { clear() }
        ends[folder, default: [:]][name] = end
        count += 1
        return end
    }

    /// Forgets what was known of another index, or beside other open documents.
    mutating func prepare(_ index: NoteIndex, version: [Int64]) {
        if version != self.version || index.overlay != overlay { clear() }
        self.version = version
        overlay = index.overlay
    }

    private mutating func clear() {
        ends = [:]
        count = 0
    }
}
