import Notes
import QueryLanguage
package import Searching
package import SourceText
package import VaultFiles

/// Plans that write what the queries of live blocks find now.
package struct RefreshPlanner {
    /// A plan, and the blocks that it leaves alone.
    package struct Outcome {
        /// A message about a place in a note.
        package struct Message {
            package var path: VaultPath
            package var location: TextLocation
            /// The number of lines that the plan inserts above it.
            package var addedLines = 0
            package var text: String
        }

        package var plan: ChangePlan
        /// The blocks that were edited by hand.
        package var edited: [Message] = []
        /// The reasons why blocks cannot be refreshed.
        package var failures: [Message] = []
        /// The notices about the queries of blocks, also of blocks that are up to date.
        package var notices: [Message] = []
        /// The notes of the plan.
        package var notes: [VaultPath] = []
        /// The results to store after the read, unless only some notes were wanted.
        package var blocks: FreshBlocks?

        /// The number of messages.
        fileprivate var reports: Int { edited.count + failures.count + notices.count }
    }

    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns the plan for the live blocks of some notes. All results are those before the plan.
    ///
    /// - Parameters:
    ///   - notes: the notes, or nil for all notes with live blocks.
    ///   - busy: notes that other programs keep changing, which are left out.
    ///   - force: whether to overwrite blocks that were edited by hand.
    ///   - isCheck: whether the plan is not carried out, so that it does not matter whether notes are writable.
    package func refresh(
        _ notes: [VaultPath]?, except busy: Set<VaultPath> = [], force: Bool, isCheck: Bool = false
    ) throws -> Outcome {
        let all = try context.snapshot.lists.notesWithLiveBlocks()
        let wanted = notes.map { Set($0) }.map { all.filter($0.contains) } ?? all
        var outcome = Outcome(plan: ChangePlan("refresh"))
        let reader = LiveBlockReader(context.snapshot)
        if wanted.isEmpty { return outcome }
        var blocks = try FreshBlocks(context.snapshot, reader)
        for (number, path) in wanted.enumerated() where !blocks.isFresh(path) {
            context.snapshot.messages.reportProgress("refreshing live blocks", number, of: wanted.count)
            do {
                let note = OpenNote(path: path, bytes: try context.settledBytes(path), rules: context.rules)
                var change = NoteChange(path, note.bytes)
                let reports = outcome.reports
                change.apply(try edits(of: note, reader, force: force, &outcome))
                let isComplete = notes == nil && outcome.reports == reports
                guard let operation = try change.operation else {
                    if isComplete { try blocks.add(note, content: note.bytes) }
                    continue
                }
                // It would stop the refresh of all other notes.
                let obstacle = force || isCheck ? nil : context.vault.obstacle(toChanging: path)
                if let reason = busy.contains(path) ? "is changed by another program all the time" : obstacle {
                    outcome.failures.append(
                        Outcome.Message(
                            path: path, location: .start, text: "this note \(reason), so it is not refreshed"))
                    continue
                }
                outcome.plan.operations.append(operation)
                // A date in the front matter is no time of the file.
                if context.vault.configuration.takesDatesFromGit, note.note.modified == nil {
                    outcome.plan.modified[path] = try context.snapshot.note(path)?.modified
                }
                outcome.notes.append(path)
                if isComplete { try blocks.add(note, content: change.after) }
            } catch let error as VaultError where error.cause != .conflict {
                outcome.failures.append(
                    Outcome.Message(
                        path: path, location: TextLocation(line: error.line ?? 1, column: 1), text: error.reason))
            }
        }
        if notes == nil { outcome.blocks = blocks }
        return outcome
    }

    /// Returns the plan for an open document.
    ///
    /// - Parameter wanted: the offset of the first comment of the only block to refresh, or nil for all.
    package func refresh(_ note: OpenNote, at wanted: Int?, force: Bool) throws -> ChangePlan {
        var outcome = Outcome(plan: ChangePlan("refresh"))
        var change = NoteChange(note.path, note.bytes)
        change.apply(
            try edits(of: note, LiveBlockReader(context.snapshot), force: force, &outcome) {
                wanted == nil || $0.mark.lowerBound == wanted
            })
        outcome.plan.operations = [try change.operation].compactMap { $0 }
        return outcome.plan
    }

    private func edits(
        of note: OpenNote, _ reader: LiveBlockReader, force: Bool, _ outcome: inout Outcome,
        where isWanted: (LiveBlock) -> Bool = { _ in true }
    ) throws -> [ByteEdit] {
        let lines = LineTable(note.bytes)
        let known = (
            edited: outcome.edited.count, failures: outcome.failures.count, notices: outcome.notices.count
        )
        func message(_ text: String, help: String?, at offset: Int) -> Outcome.Message {
            let location = TextLocations(of: [offset], in: note.bytes)[offset]
            return Outcome.Message(
                path: note.path, location: location, text: text + (help.map { "; \($0)" } ?? ""))
        }
        var edits: [(block: LiveBlock, edit: ByteEdit)] = []
        for block in note.liveBlocks where isWanted(block) {
            let state = try reader.state(of: block, in: note)
            outcome.notices += state.notices.map {
                message($0.message, help: $0.help, at: block.query.lowerBound + $0.range.lowerBound)
            }
            switch state.kind {
            case .fresh: continue
            case .stale(let text): edits.append((block, LiveBlockText.edit(block, text, in: note.bytes)))
            case .edited(let text):
                if force {
                    edits.append((block, LiveBlockText.edit(block, text, in: note.bytes)))
                } else {
                    outcome.edited.append(
                        message("this live block was edited by hand", help: nil, at: block.mark.lowerBound))
                }
            case .failed(let text, let help, let range):
                outcome.failures.append(message(text, help: help, at: range.lowerBound))
            }
        }
        let kept = Self.safeEdits(edits.map(\.edit), of: note)
        let written = Set(kept.map(\.range))
        let left = edits.map(\.block).filter { !written.contains($0.generated) }
        let locations = TextLocations(of: left.map(\.mark.lowerBound), in: note.bytes)
        for block in left {
            outcome.failures.append(
                Outcome.Message(
                    path: note.path, location: locations[block.mark.lowerBound],
                    text: "cannot write the results of this live block: they would not end where the block ends; "
                        + "move the block out of lists, quotes and footnotes"))
        }
        let added = kept.map { edit in
            (
                line: lines.line(at: edit.range.lowerBound),
                count: LineTable(edit.replacement).count - LineTable(Array(note.bytes[edit.range])).count
            )
        }
        outcome.edited.count(added, from: known.edited)
        outcome.failures.count(added, from: known.failures)
        outcome.notices.count(added, from: known.notices)
        return kept
    }

    /// Returns the edits after which the note has the same live blocks, each with its end. Otherwise each refresh would
    /// add the results again.
    ///
    /// Complexity: O(bytes) if all edits are safe, else O(bytes · log n) for each one that is not.
    private static func safeEdits(_ edits: [ByteEdit], of note: OpenNote) -> [ByteEdit] {
        func areSafe(_ edits: [ByteEdit]) -> Bool {
            var change = NoteChange(note.path, note.bytes)
            change.apply(edits)
            let blocks = OpenNote(path: note.path, bytes: change.after, rules: note.rules).liveBlocks
            guard blocks.count == note.liveBlocks.count else { return false }
            let texts = Dictionary(edits.map { ($0.range, $0.replacement) }) { first, _ in first }
            return zip(note.liveBlocks, blocks).allSatisfy { old, new in
                guard note.bytes[old.mark] == change.after[new.mark], old.prefix == new.prefix else { return false }
                let wanted = texts[old.generated]?[...] ?? note.bytes[old.generated]
                return change.after[new.generated] == wanted
            }
        }
        func safe(_ edits: ArraySlice<ByteEdit>) -> [ByteEdit] {
            if edits.isEmpty || areSafe(Array(edits)) { return Array(edits) }
            if edits.count == 1 { return [] }
            let middle = edits.startIndex + edits.count / 2
            return safe(edits[..<middle]) + safe(edits[middle...])
        }
        let found = safe(edits[...])
        return found.count == edits.count || areSafe(found) ? found : []
    }
}

extension [RefreshPlanner.Outcome.Message] {
    /// Counts lines that are added to the note of some messages.
    ///
    /// - Parameters:
    ///   - added: the lines after which some are added.
    ///   - first: the index of the first of these messages.
    fileprivate mutating func count(_ added: [(line: Int, count: Int)], from first: Int) {
        for index in indices.dropFirst(first) {
            let line = self[index].location.line
            self[index].addedLines = added.reduce(0) { $1.line < line ? $0 + $1.count : $0 }
        }
    }
}
