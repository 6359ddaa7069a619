import Notes
package import SourceText
import System
package import VaultFiles

/// Plans the merge or the removal of a text in `.slipbox/rescued`.
package struct RescuePlanner {
    private let vault: Vault
    private let now: Moment
    private let texts: RescuedTexts

    package init(_ vault: Vault, now: Moment = Moment(seconds: 0)) {
        self.vault = vault
        self.now = now
        texts = RescuedTexts(vault)
    }

    /// Returns the text with a name, or the path of its file.
    package func item(_ name: String) throws -> RescuedTexts.Item {
        let items = try texts.contents().items
        if let item = items.first(where: { $0.name == name || texts.path($0).text == name }) { return item }
        throw VaultError(
            "there is no rescued text '\(name)'",
            help: items.isEmpty ? nil : "the names are: \(items.map(\.name).joined(separator: ", "))")
    }

    /// Returns the lines of a text that its note does not have.
    ///
    /// - Throws: `VaultError` if the file of the text cannot be read.
    package func missingLines(of item: RescuedTexts.Item) throws -> [[UInt8]] {
        missingLines(of: try content(item).text, in: item.path)
    }

    /// Returns the lines of a text that a note does not have.
    package func missingLines(of text: [UInt8], in path: VaultPath) -> [[UInt8]] {
        let note = Set(lines((try? note(path)) ?? []))
        return lines(text).filter { !note.contains($0) }
    }

    private func content(_ item: RescuedTexts.Item) throws -> (text: [UInt8], base: [UInt8]?) {
        do {
            return try texts.content(item)
        } catch {
            throw VaultError(
                "cannot read '\(texts.path(item).text)': \((error as? SystemError)?.reason ?? "\(error)")",
                help: "to discard it: slip rescued drop \(item.name)")
        }
    }

    private func lines(_ text: [UInt8]) -> [[UInt8]] {
        text.split(separator: Byte.newline, omittingEmptySubsequences: true).map { Array($0) }
    }

    private func note(_ path: VaultPath) throws -> [UInt8] {
        try Files.read(vault.fullPath(path), followsLinks: false).bytes
    }

    /// Returns the plan that merges a text into a note, and moves it to the trash.
    ///
    /// - Parameter path: the note (default: the one that the text was written to).
    /// - Returns: also whether the note gets conflict markers.
    /// - Throws: `VaultError` if the note or the text cannot be read, or if the note has conflict markers.
    package func take(
        _ item: RescuedTexts.Item, into path: VaultPath? = nil
    ) throws -> (plan: ChangePlan, hasConflicts: Bool) {
        let target = path ?? item.path
        let now: [UInt8]
        do {
            now = try note(target)
        } catch {
            throw VaultError(
                "cannot read '\(target.text)': \((error as? SystemError)?.reason ?? "\(error)"); nothing was changed",
                at: target,
                help:
                    "to merge the text into another note: slip rescued take \(item.name) NOTE; to discard it: slip rescued drop \(item.name)"
            )
        }
        if !Note(now, name: target.name, rules: vault.configuration.rules).conflicts.isEmpty {
            throw VaultError(target, "has conflict markers; nothing was changed", help: "resolve them first")
        }
        let (text, base) = try content(item)
        let merged = try merge(text, base: base, into: now, at: target, name: item.name)
        var plan = ChangePlan("rescued take \(item.name)" + (path.map { " '\($0.text)'" } ?? ""))
        if merged.bytes != now { plan.operations.append(.write(target, before: now, after: merged.bytes)) }
        plan.operations += drop(item).operations
        return (plan, merged.hasConflicts)
    }

    private func merge(
        _ text: [UInt8], base: [UInt8]?, into note: [UInt8], at path: VaultPath, name: String
    ) throws -> (bytes: [UInt8], hasConflicts: Bool) {
        let labels = NoteMerge.Labels(ours: "note", theirs: name)
        if let base {
            let merged = try vault.merge(path, base: base, ours: note, theirs: text, labels: labels)
            return (merged.bytes, merged.hasConflicts)
        }
        // Without a common base, the lines that both have are taken for it. Units that only one has may be versions of
        // one another, so they are not merged by structure.
        let merged = TextMerge(
            base: common(note, text), ours: note, theirs: text, labels: (labels.ours, labels.theirs))
        return (merged.bytes, merged.hasConflicts)
    }

    /// Returns the plan that moves a text to the trash.
    package func drop(_ item: RescuedTexts.Item) -> ChangePlan {
        var plan = ChangePlan("rescued drop \(item.name)")
        plan.operations = Trash(vault, now: now).operations(for: item, at: texts.path(item))
        return plan
    }

    /// Returns the lines that two texts have in common, in order.
    private func common(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        let lines = a.split(separator: Byte.newline, omittingEmptySubsequences: false)
        let other = b.split(separator: Byte.newline, omittingEmptySubsequences: false)
        var kept = Array(lines)
        for change in SequenceDifference.changes(from: lines, to: other).reversed() { kept.removeSubrange(change.old) }
        return Array(kept.joined(separator: [Byte.newline]))
    }
}
