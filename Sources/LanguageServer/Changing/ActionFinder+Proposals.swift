import JSONRPC
import Searching
import SourceText
import VaultChanges
import VaultFiles

extension ActionFinder {
    /// Returns actions that accept or reject what agents have proposed for the note. A proposal is removed by the next
    /// `slip review` after the client has saved its change.
    func proposalActions() -> [OfferedAction] {
        let proposals = Proposals(vault)
        // Most vaults have none.
        if proposals.count == 0 { return [] }
        let own = ((try? proposals.all().proposals) ?? []).filter { proposal in
            proposal.files.contains { $0.path == note.path }
        }
        return own.prefix(Self.most).flatMap { proposal -> [OfferedAction] in
            let reason = proposal.reason.isEmpty ? "" : ": \(SafeText.escaped(proposal.reason))"
            let name = "proposal \(proposal.number) of \(SafeText.escaped(proposal.client.name))\(reason)"
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
