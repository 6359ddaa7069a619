import JSONRPC
import Searching
import SourceText
import VaultFiles

extension ActionFinder {
    /// Returns actions that accept or reject what agents have proposed for the note. A proposal is removed by the next
    /// `slip review` after the client has saved its change.
    func proposalActions() -> [OfferedAction] {
        let own = (try? Proposals(vault).proposals(for: note.path)) ?? []
        return own.prefix(Self.most).flatMap { proposal -> [OfferedAction] in
            let others = proposal.files.count - 1
            let extent = others == 0 ? "" : " and \(others == 1 ? "1 other file" : "\(others) other files")"
            let reason = proposal.reason.isEmpty ? "" : ": \(SafeText.escaped(String(proposal.reason.prefix(60))))"
            let client = SafeText.escaped(String(proposal.client.name.prefix(30)))
            let name = "proposal \(proposal.number) of \(client) for this note\(extent)\(reason)"
            let change = OfferedChange.proposal(proposal.number)
            var reject = OfferedAction(title: "Reject \(name)", kind: ActionKind.fix, change: change)
            reject.command = [
                "title": .string(reject.title), "command": "slip.reject",
                "arguments": [.int(proposal.number), ["uri": document.uri.json]],
            ]
            return [OfferedAction(title: "Accept \(name)", kind: ActionKind.fix, change: change), reject]
        }
    }
}
