import Notes
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
            package var text: String
        }

        package var plan: ChangePlan
        /// The blocks that were edited by hand, with their lines in the notes.
        package var edited: [(path: VaultPath, line: Int)] = []
        /// The reasons why blocks cannot be refreshed.
        package var failures: [Message] = []
        /// The notices about the queries of blocks, also of blocks that are up to date.
        package var notices: [Message] = []
        /// The notes of the plan.
        package var notes: [VaultPath] = []
    }

    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns the plan for the live blocks of some notes. All results are those before the plan.
    ///
    /// - Parameters:
    ///   - notes: the notes, or nil for all notes with live blocks.
    ///   - force: whether to overwrite blocks that were edited by hand.
    package func refresh(_ notes: [VaultPath]?, force: Bool) throws -> Outcome {
        let all = try context.snapshot.lists.notesWithLiveBlocks()
        let notes = notes.map { Set($0) }.map { wanted in all.filter(wanted.contains) } ?? all
        var outcome = Outcome(plan: ChangePlan("refresh"))
        let reader = LiveBlockReader(context.snapshot)
        for (number, path) in notes.enumerated() {
            context.snapshot.messages.reportProgress("refreshing live blocks", number, of: notes.count)
            do {
                let note = OpenNote(path: path, bytes: try context.settledBytes(path), rules: context.rules)
                var change = NoteChange(path, note.bytes)
                change.apply(try edits(of: note, reader, force: force, &outcome))
                guard let operation = try change.operation else { continue }
                // It would stop the refresh of all other notes.
                if !force, let reason = context.vault.obstacle(toChanging: path) {
                    let start = TextLocation(line: 1, column: 1)
                    outcome.failures.append(
                        Outcome.Message(
                            path: path, location: start, text: "this note \(reason), so it is not refreshed"))
                    continue
                }
                outcome.plan.operations.append(operation)
                outcome.notes.append(path)
            } catch let error as VaultError where error.cause != .conflict {
                outcome.failures.append(
                    Outcome.Message(
                        path: path, location: TextLocation(line: error.line ?? 1, column: 1), text: error.reason))
            }
        }
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
                    outcome.edited.append((note.path, lines.line(at: block.mark.lowerBound)))
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
