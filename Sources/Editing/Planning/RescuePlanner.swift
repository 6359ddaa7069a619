import Notes
package import SourceText
import System
package import VaultChanges
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

    /// Returns the plan that moves a text to the trash, and merges it into its note before if `merges`.
    ///
    /// - Returns: also whether the note gets conflict markers.
    /// - Throws: `VaultError` if the note no longer exists. `SystemError`.
    package func plan(_ item: RescuedTexts.Item, merges: Bool) throws -> (plan: ChangePlan, hasConflicts: Bool) {
        var plan = ChangePlan("rescued \(merges ? "take" : "drop") \(item.name)")
        var hasConflicts = false
        if merges {
            guard let now = try? note(item.path) else {
                throw VaultError(
                    "'\(item.path.text)' cannot be read, so nothing can be merged into it",
                    help: "the text is in '\(texts.path(item).text)'; to discard it: slip rescued drop \(item.name)")
            }
            if !Note(now, name: item.path.name, rules: vault.configuration.rules).conflicts.isEmpty {
                throw VaultError(item.path, "has conflict markers; nothing was changed", help: "resolve them first")
            }
            let (text, base) = try content(item)
            // Without a common base, the lines that both have are taken for it.
            let merged = TextMerge(
                base: base ?? common(now, text), ours: now, theirs: text, labels: ("note", item.name))
            hasConflicts = merged.hasConflicts
            if merged.bytes != now { plan.operations.append(.write(item.path, before: now, after: merged.bytes)) }
        }
        plan.operations += Trash(vault, now: now).operations(for: item, at: texts.path(item))
        return (plan, hasConflicts)
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
