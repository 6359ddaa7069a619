import Notes
package import SearchIndex
package import SourceText
import System
import VaultFiles

/// Resolves references in notes and open documents.
package struct LinkTargetReader {
    let snapshot: VaultSnapshot

    /// Returns the target of a reference in a note in `folder`. Cached until the index or the open documents change.
    package func target(
        of target: String, from folder: VaultPath, as form: ReferenceForm = .link
    ) throws -> ResolvedTarget {
        try snapshot.cache.links.target(of: target, from: folder, as: form, in: snapshot.index)
    }

    /// Returns the target of a link. One without a target names a part of the note itself.
    package func target(of link: OpenLink, in note: OpenNote) throws -> ResolvedTarget {
        if link.target.isEmpty { return .note(note.path, rivals: []) }
        return try target(of: link.target, from: note.path.folder, as: link.isPath ? .path : .link)
    }

    /// Returns the current path of the note that a broken link of the note at `path` meant. Nil if no recorded move
    /// matches, or several.
    package func movedTarget(of target: String, in path: VaultPath) throws -> VaultPath? {
        try ExternalMoves(snapshot).meant(by: target, in: path)?.to
    }

    /// Returns the references of an open note that may be findings: those that are broken or ambiguous, or that name a
    /// heading or block.
    func suspectLinks(of open: OpenNote) throws -> [SuspectLink] {
        var found: [SuspectLink] = []
        var targets: [VaultPath: SuspectLink.Target] = [:]
        let extensions = snapshot.vault.configuration.fileExtensions
        for reference in open.note.references {
            let form = ReferenceForm(reference)
            let end = try self.target(of: reference.target, from: open.path.folder, as: form)
            let state = end.state(as: form)
            if state == .resolved, reference.fragment == nil { continue }
            var isAttachment = form.isMissingAttachment(reference.target, extensions)
            var target: SuspectLink.Target?
            switch end {
            case .file: isAttachment = true
            case .note(let path, _):
                isAttachment = false
                if reference.fragment != nil {
                    let known = targets[path]
                    // A note that the index does not contain yet is an open document.
                    target =
                        try known ?? snapshot.index.links.linkTarget(path)
                        ?? SuspectLink.Target(path: path, row: RowID(0), hash: 0)
                    targets[path] = target
                }
            case .folder: isAttachment = false
            case .nothing: break
            }
            found.append(
                SuspectLink(
                    path: open.path, location: .start, reference: reference.target, form: form,
                    fragment: reference.fragment, state: state, isAttachment: isAttachment, target: target,
                    range: reference.destination ?? reference.range))
        }
        return found
    }
}

extension VaultSnapshot {
    package var linkTargets: LinkTargetReader { LinkTargetReader(snapshot: self) }
}
