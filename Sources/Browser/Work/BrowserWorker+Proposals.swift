import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

extension BrowserWorker {
    /// The most lines of a difference. More cannot be read on a screen.
    private static let mostLines = 5000

    /// Returns the pending proposals of all vaults, oldest first. A vault that cannot be read has none.
    func proposals() throws -> [BrowserProposals.Entry] {
        try sessions.flatMap { session -> [BrowserProposals.Entry] in
            do {
                return try Proposals(session.vault).all().proposals.map { proposal in
                    BrowserProposals.Entry(
                        address: BrowserProposals.Address(number: proposal.number, vault: session.source),
                        client: proposal.client.name, reason: proposal.reason, created: proposal.created,
                        paths: proposal.files.map(\.path))
                }
            } catch  where sessions.count > 1 {
                return []
            }
        }
    }

    /// Returns the difference that a proposal makes to the notes as they are now. If it no longer fits them, returns that
    /// to the notes as the agent has read them, with the reason.
    func difference(_ address: BrowserProposals.Address) throws -> BrowserProposals.Difference {
        let session = try session(of: address.vault)
        let proposal = try Proposals(session.vault).proposal(address.number)
        do {
            let (patch, notices) = try session.read { snapshot in
                let plan = try ProposalPlanner(snapshot).plan(proposal)
                let files = try PlannedFile.all(in: plan) { try snapshot.files(inside: $0) }
                return (PlanPatch(plan, files: files).bytes, plan.notices)
            }
            return BrowserProposals.Difference(address: address, lines: Self.lines(patch), notices: notices)
        } catch let error as VaultError where error.cause != .locked {
            return BrowserProposals.Difference(
                address: address, lines: Self.lines(proposal.patch), fault: ErrorReport(error).message)
        }
    }

    private static func lines(_ patch: [UInt8]) -> [String] {
        let lines = patch.split(separator: Byte.newline, omittingEmptySubsequences: false).dropLast()
        let shown = lines.prefix(mostLines).map { String(decoding: $0, as: UTF8.self) }
        return shown + (lines.count > mostLines ? ["\(lines.count - mostLines) more lines"] : [])
    }

    /// Discards a proposal.
    func reject(_ number: Int, in session: BrowserSession) throws -> BrowserResponse {
        try Proposals(session.vault).remove(number)
        return .changed("rejected proposal \(number)", in: session.source, made: nil, left: [])
    }
}
