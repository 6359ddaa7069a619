package import QueryLanguage
package import SourceText
import Terminal

/// The view of proposals of the interactive search: the changes that agents have proposed, and the difference that the
/// selected one makes.
package struct BrowserProposals: Sendable {
    /// The number of a proposal in a vault.
    package struct Address: Hashable, Sendable {
        package var number: Int
        package var vault: NoteHit.SourceVault?
    }

    /// A pending proposal without the texts of its files.
    package struct Entry: Hashable, Sendable {
        package var address: Address
        package var client: String
        package var reason: String
        package var created: Moment
        package var paths: [VaultPath]
    }

    /// The difference that a proposal makes to the notes as they are now.
    package struct Difference: Sendable {
        package var address: Address
        /// The lines of the patch.
        package var lines: [String]
        /// What the change would break.
        package var notices: [String] = []
        /// The reason why it cannot be accepted. The lines are then those of the change as it was proposed.
        package var fault: String?
    }

    /// Nil until they arrive.
    package private(set) var entries: [Entry]?
    package private(set) var selected = 0
    package private(set) var difference: Difference?
    /// The first line of the difference that is shown.
    package private(set) var top = 0
    /// Whether the user has to confirm that the selected proposal is rejected.
    package private(set) var asksToReject = false

    /// The selected proposal, or nil if there is none.
    package var selectedEntry: Entry? {
        guard let entries, entries.indices.contains(selected) else { return nil }
        return entries[selected]
    }

    /// The difference of the selected proposal, or nil until it arrives.
    package var shownDifference: Difference? {
        difference?.address == selectedEntry?.address ? difference : nil
    }

    /// Shows proposals, and returns a request for the difference of the selected one. The selection stays on the same
    /// proposal, or else in the same row.
    mutating func receive(_ found: [Entry]) -> [BrowserEffect] {
        let old = selectedEntry?.address
        entries = found
        selected = found.firstIndex { $0.address == old } ?? min(selected, max(0, found.count - 1))
        if selectedEntry?.address != old { (top, asksToReject) = (0, false) }
        return request()
    }

    mutating func receive(_ found: Difference) {
        if found.address != difference?.address { top = 0 }
        difference = found
        scroll(by: 0)
    }

    private func request() -> [BrowserEffect] {
        selectedEntry.map { [.send(.difference($0.address))] } ?? []
    }

    /// The result of a key.
    enum KeyResult {
        case open, closed
        case send([BrowserEffect])
    }

    /// Handles a key. The table of keys is `BrowserKeys.proposals`.
    ///
    /// - Parameter page: the number of lines of the difference on the screen.
    mutating func press(_ key: Key, page: Int) -> KeyResult {
        if asksToReject {
            asksToReject = false
            guard key == Key("y") || key == Key("Y"), let entry = selectedEntry else { return .open }
            return decide(.rejectProposal(entry.address.number))
        }
        switch BrowserKeys.proposalAction(key) {
        case .leave: return .closed
        case .next: return select(selected + 1)
        case .previous: return select(selected - 1)
        case .pageDown: scroll(by: page)
        case .pageUp: scroll(by: -page)
        case .open:
            guard let entry = selectedEntry, let path = entry.paths.first else { return .open }
            return .send([.edit(NoteAddress(path, in: entry.address.vault), line: 1)])
        case .accept:
            // The user accepts what the screen shows, so it has to be there.
            guard let entry = selectedEntry, shownDifference != nil else { return .open }
            return decide(.acceptProposal(entry.address.number))
        case .reject: asksToReject = selectedEntry != nil
        case .undo: return .send([.send(.change(BrowserChange(kind: .undo)))])
        case nil: break
        }
        return .open
    }

    private func decide(_ kind: BrowserChange.ChangeKind) -> KeyResult {
        .send([.send(.change(BrowserChange(kind: kind, vault: selectedEntry?.address.vault)))])
    }

    private mutating func select(_ index: Int) -> KeyResult {
        let old = selected
        selected = max(0, min(index, (entries?.count ?? 0) - 1))
        if selected == old { return .open }
        top = 0
        return .send(request())
    }

    mutating func scroll(by count: Int) {
        top = max(0, min(top + count, (shownDifference?.lines.count ?? 0) - 1))
    }
}

/// An action of a key in the view of proposals.
enum BrowserProposalAction: Hashable, Sendable {
    case next, previous, pageDown, pageUp, open, accept, reject, undo, leave
}

extension BrowserKeys {
    /// The keys of the view of proposals, with their actions and descriptions.
    static let proposals: [(keys: [String], action: BrowserProposalAction, summary: String)] = [
        (["Down", "Ctrl-N", "j"], .next, "next"), (["Up", "Ctrl-P", "k"], .previous, "previous"),
        (["y"], .accept, "accept"), (["n"], .reject, "reject"), (["PgDn", "Space"], .pageDown, "page"),
        (["PgUp"], .pageUp, "page back"), (["Enter"], .open, "open"), (["u", "Alt-U"], .undo, "undo"),
        (["Esc", "Ctrl-C", "q"], .leave, "back"),
    ]

    private static let proposalActions: [Key: BrowserProposalAction] = {
        var actions: [Key: BrowserProposalAction] = [:]
        for row in proposals { for key in row.keys.compactMap({ Key($0) }) { actions[key] = row.action } }
        return actions
    }()

    static func proposalAction(_ key: Key) -> BrowserProposalAction? { proposalActions[key] }
}
