import Notes
package import Searching
import SourceText
package import VaultFiles

/// Plans a change that an agent has proposed, in the notes as they are now.
package struct ProposalPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns the files of a plan as those of a proposal. Attachments that a note takes along are left out, because the
    /// plan that is made later finds them again.
    ///
    /// - Throws: `VaultError` if the plan changes the configuration, which no proposal can.
    package static func files(_ files: [PlannedFile], _ snapshot: VaultSnapshot) throws -> [Proposals.File] {
        try files.compactMap { file in
            if let path = [file.from, file.to].compactMap(\.self).first(where: { $0 == Vault.configurationPath }) {
                throw VaultError(path, "would change, which cannot be proposed; nothing was stored")
            }
            guard let from = file.from else {
                return file.hasContent ? Proposals.File(from: nil, before: [], to: file.to, after: file.after) : nil
            }
            if !file.isOnlyMoved {
                return Proposals.File(from: from, before: file.before, to: file.to, after: file.after)
            }
            guard try snapshot.isNote(from) else { return nil }
            let text = try snapshot.bytes(from)
            return Proposals.File(from: from, before: text, to: file.to, after: file.to == nil ? [] : text)
        }
    }

    /// Returns the plan of a proposal. A text that has changed since is merged (`Vault.merge`). Links to notes that move
    /// are updated in all notes as they are now.
    ///
    /// - Throws: `VaultError` if the proposal does not fit the files any more.
    package func plan(_ proposal: Proposals.Proposal) throws -> ChangePlan {
        var plan = ChangePlan("accept \(proposal.number) of \(proposal.client.name)")
        let files = try proposal.files.filter { try !isApplied($0) }
        let kept = files.filter { $0.from != nil && $0.to != nil }
        for file in files { try check(file, in: proposal) }
        let moves = kept.compactMap { file in file.from.flatMap { from in file.to.map { (from: from, to: $0) } } }
            .filter { $0.from != $0.to }
        let moving = moves.isEmpty ? ChangePlan("") : try MovePlanner(context.snapshot).move(moves, title: "")
        var texts: [VaultPath: (now: [UInt8], after: [UInt8], to: VaultPath)] = [:]
        for operation in moving.operations {
            guard case .write(let to, let before, let after) = operation else {
                plan.operations.append(operation)
                continue
            }
            let from = moves.first { $0.to == to }?.from ?? to
            texts[from] = (before, after, to)
        }
        for file in kept {
            guard let from = file.from, let to = file.to else { continue }
            let now = try texts[from]?.now ?? context.settledBytes(from)
            let text = try merged(file, with: texts[from]?.after ?? now, in: proposal)
            texts[from] = (now, text, to)
        }
        for (_, text) in texts.sorted(by: { $0.key < $1.key }) where text.now != text.after {
            plan.operations.append(.write(text.to, before: text.now, after: text.after))
        }
        for file in files where file.from == nil { try create(file, in: &plan) }
        plan.notices = moving.notices
        plan.unread = moving.unread
        let removed = files.filter { $0.to == nil }.compactMap(\.from)
        if !removed.isEmpty {
            let removal = try TrashPlanner(context.snapshot).remove(removed, unlink: false)
            plan.operations += removal.operations
            plan.notices += removal.notices
        }
        return plan
    }

    /// Returns whether a proposal can be accepted, as `plan` would find.
    ///
    /// Cheaper than a plan for a proposal that moves or removes notes, because it does not look up the links to them. It
    /// plans such a proposal only if a file has changed in the same places. Complexity: O(text of the proposal).
    package func state(of proposal: Proposals.Proposal) -> ProposalState {
        do {
            if proposal.movesFiles, try fitsWithoutLinks(proposal) { return .acceptable }
            return try plan(proposal).isEmpty ? .applied : .acceptable
        } catch {
            return .stale
        }
    }

    /// Whether the proposal fits the files as they are now, without updates of links. Returns false if only a plan can
    /// tell. Throws as `plan` does.
    private func fitsWithoutLinks(_ proposal: Proposals.Proposal) throws -> Bool {
        var created = ChangePlan("")
        for file in proposal.files {
            if try isApplied(file) { return false }
            try check(file, in: proposal)
            guard let from = file.from else {
                try create(file, in: &created)
                continue
            }
            guard let to = file.to else { continue }
            if to != from {
                try context.paths.checkNew(to)
                try context.paths.refuseTaken(to, except: from)
            }
            let now = try context.settledBytes(from)
            if now == file.before || now == file.after { continue }
            // Updated links can be what both have changed.
            if try context.vault.merge(file.path, base: file.before, ours: now, theirs: file.after).hasConflicts {
                return false
            }
        }
        return true
    }

    /// Whether a file was moved or removed as proposed, for example by an editor.
    private func isApplied(_ file: Proposals.File) throws -> Bool {
        guard let from = file.from, from != file.to, try !context.snapshot.isFile(from) else { return false }
        guard let to = file.to else { return true }
        return try context.snapshot.isFile(to) && context.snapshot.bytes(to) == file.after
    }

    /// Throws if a file that the proposal changes is gone, or one that it removes has another text.
    private func check(_ file: Proposals.File, in proposal: Proposals.Proposal) throws {
        guard let from = file.from else { return }
        let isThere = try context.snapshot.isNote(from) || Canvas.isCanvas(from) && context.snapshot.isFile(from)
        guard isThere else { throw Self.stale(from, "is no longer there", proposal) }
        if file.to == nil, try context.snapshot.bytes(from) != file.before {
            throw Self.stale(from, "has changed since its removal was proposed", proposal)
        }
    }

    private func merged(
        _ file: Proposals.File, with now: [UInt8], in proposal: Proposals.Proposal
    ) throws -> [UInt8] {
        if now == file.before || now == file.after { return file.after }
        let merged = try context.vault.merge(file.path, base: file.before, ours: now, theirs: file.after)
        if merged.hasConflicts { throw Self.stale(file.path, "has changed in the same places since", proposal) }
        return merged.bytes
    }

    private func create(_ file: Proposals.File, in plan: inout ChangePlan) throws {
        guard let path = file.to else { return }
        if try context.snapshot.isFile(path), try context.snapshot.bytes(path) == file.after { return }
        try context.paths.checkNew(path)
        try context.paths.refuseTaken(path)
        try context.paths.refuseIgnored(path, isFolder: false)
        guard context.vault.takesAsNote(path) else {
            throw VaultError(path, "is not a path of a note; nothing was changed")
        }
        plan.operations += try context.paths.missingFolders(above: path).filter { !plan.operations.contains($0) }
        plan.operations.append(.create(path, .bytes(file.after)))
    }

    private static func stale(_ path: VaultPath, _ reason: String, _ proposal: Proposals.Proposal) -> VaultError {
        let number = proposal.number
        return VaultError(
            path, "\(reason), so proposal \(number) cannot be accepted; nothing was changed", cause: .precondition,
            help: "to see it: slip review show \(number); to discard it: slip review reject \(number)")
    }
}

/// Whether a proposal can be accepted.
package enum ProposalState: Hashable, Sendable {
    case acceptable
    /// Its changes have been made already, for example by an editor.
    case applied
    /// It no longer fits the files.
    case stale
}

extension Proposals.Proposal {
    /// The change as the agent has proposed it, in the format of `git diff`.
    package var patch: [UInt8] {
        files.flatMap { UnifiedDiff.bytes(from: $0.from, $0.before, to: $0.to, $0.after) }
    }

    /// Whether it moves or removes a file. Its other changes are then mostly those of links to that file.
    package var movesFiles: Bool { files.contains { $0.from != nil && $0.from != $0.to } }
}
