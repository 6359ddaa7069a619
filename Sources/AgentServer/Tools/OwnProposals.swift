import Editing
import Searching
import SourceText
import VaultFiles

/// The pending proposals of a client, which it can see and withdraw. Those of others stay hidden.
struct OwnProposals {
    private static let most = 50
    private static let mostPaths = 20
    /// The longest reason in a list, in characters.
    private static let longestReason = 200

    private let call: ToolCall
    private let client: ChangeClient

    /// - Parameter client: without a session, the client of all sessions.
    init(_ call: ToolCall, of client: ChangeClient) {
        self.call = call
        self.client = client
    }

    private func isOwn(_ proposal: Proposals.Proposal) -> Bool {
        proposal.client.name == client.name && (client.session == nil || proposal.client.session == client.session)
    }

    /// Returns the newest proposals, newest first, without those whose changes have been made already.
    func list() throws -> (json: JSONValue, remarks: [String]) {
        let own = try Proposals(call.vault()).all().proposals.filter(isOwn)
        if own.isEmpty { return ([], []) }
        let shown = own.suffix(Self.most).reversed()
        let json = try call.read { snapshot in
            shown.compactMap { proposal -> JSONValue? in
                let state = ProposalPlanner(snapshot).state(of: proposal)
                return state == .applied ? nil : Self.json(proposal, isStale: state == .stale)
            }
        }
        let left = own.count - shown.count
        return (.array(json), left > 0 ? ["\(left) older proposals are left out"] : [])
    }

    private static func json(_ proposal: Proposals.Proposal, isStale: Bool) -> JSONValue {
        let paths = proposal.files.map { JSONValue.string($0.path.text) }
        return [
            "id": .int(proposal.number), "reason": .string(String(proposal.reason.prefix(longestReason))),
            "created": .string(proposal.created.rfc3339), "paths": .array(Array(paths.prefix(mostPaths))),
            "files": .int(paths.count), "stale": .bool(isStale),
        ]
    }

    /// Removes proposals, all or none, and returns their ids.
    ///
    /// - Throws: `ToolError` if one is not pending or belongs to another client.
    func withdraw(_ ids: [Int]) throws -> JSONValue {
        let proposals = Proposals(try call.vault())
        let own = Set(try proposals.all().proposals.filter(isOwn).map(\.number))
        guard let other = ids.first(where: { !own.contains($0) }) else {
            if ids.isEmpty { throw ToolError("'withdraw' is empty", help: "give the ids of proposals") }
            for id in ids { try proposals.remove(id) }
            return .array(Set(ids).sorted().map { ["id": .int($0)] })
        }
        let isOfSession = client.session != nil
        throw ToolError(
            "you have no pending proposal \(other)\(isOfSession ? " in this session" : ""); nothing was withdrawn",
            help: isOfSession ? "for those of your other sessions: all" : "to see them: list")
    }
}
