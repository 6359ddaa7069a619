import AgentServer
import Arguments
import JSONRPC
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles

/// `slip mcp`: the Model Context Protocol server for language models.
enum McpCommand {
    struct OptionValues: Sendable {
        var allowsWrites = false
        var proposals: String?
        var mostNotes: Int?
        var listsAllTools = false
        var vaults = VaultOptions()
    }

    static let command = SlipCommand(
        "mcp", "Run a Model Context Protocol server, on standard input and output.", words: ["[QUERY…]"],
        options: [
            .flag("allow-writes", \OptionValues.allowsWrites, "Allow changes, with QUERY only of notes that match it."),
            .value(
                "propose", "QUERY", \OptionValues.proposals,
                "Store other changes of notes that match QUERY as proposals (all: *)."),
            .value("max-notes", "N", \OptionValues.mostNotes, "Refuse calls that change more than N files."),
            .flag("all-tools", \OptionValues.listsAllTools, "Also list the tools context and list."),
            VaultOptions.all.on(\OptionValues.vaults),
        ],
        takesNegatedTerms: true,
        discussion: """
            The server is started by the host of a language model, such as Claude, Codex or an editor. Its tools are
            search, read, context, list and check, with --allow-writes or --propose also edit and undo. See 'slip help agents' for the
            configuration of each host, and for what the model can and cannot do.

            With QUERY, a change is allowed only if the note matches QUERY before and after it. New notes must match it
            too. Nothing in the vault can extend this. With --propose, changes that are not allowed otherwise, of notes
            that match its QUERY, are stored as proposals: see 'slip review'.

            The server serves the vault of the current folder. --vault may be given several times, or --vaults: search and
            check then use all of them, and the tools take the name of a vault. The server ends with its input.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if !operands.isEmpty, !values.allowsWrites {
                throw UsageError.other("QUERY requires '--allow-writes'", help: "slip mcp --allow-writes QUERY")
            }
            if let most = values.mostNotes, most < 1 {
                throw UsageError.badValue(
                    option: "max-notes", text: String(most), expected: "a whole number, at least 1")
            }
            try serve(values, try permission(values, operands), in: context)
        })

    private static func permission(_ values: OptionValues, _ operands: [String]) throws -> WritePermission {
        if !values.allowsWrites { return .none }
        if operands.isEmpty { return .all }
        let query = QueryText.joined(operands).query
        if query.allSatisfy(\.isWhitespace) {
            throw UsageError.other("QUERY is empty", help: "to allow all changes, omit it")
        }
        return .query(query)
    }

    /// Returns what can be proposed.
    private static func proposals(_ values: OptionValues) throws -> WritePermission {
        guard let query = values.proposals else { return .none }
        if query == "*" { return .all }
        if query.allSatisfy(\.isWhitespace) {
            throw UsageError.other(
                "the QUERY of '--propose' is empty", help: "to let all changes be proposed: --propose '*'")
        }
        return .query(query)
    }

    private static func serve(
        _ values: OptionValues, _ permission: WritePermission, in context: CommandContext
    ) throws {
        let vaults = try context.severalVaults(values.vaults)
        guard let stream = context.host.stream else {
            throw VaultError("'mcp' must be started by the host of a language model")
        }
        if context.host.inputIsTerminal {
            context.notice(
                "waiting for messages of a host of language models on standard input; to set one up: slip help agents")
        }
        ThisProcess.shareMemory()
        var options = AgentOptions(context.host.environment, now: stream.now, version: VersionCommand.version)
        options.zoneHasChanged = stream.zoneHasChanged
        options.watches = stream.watches
        options.vaults = vaults?.map(\.root) ?? context.namedVaults
        options.vaultNames = vaults?.map(\.name) ?? []
        options.clientName = context.environment.client
        options.permission = permission
        options.proposals = try proposals(values)
        options.mostNotes = values.mostNotes
        options.listsAllTools = values.listsAllTools
        options.report = { message in
            // If standard error cannot be written, there is no way to report it.
            try? stream.report("slip: \(SafeText.escaped(message))")
        }
        let client = Client(frame: { SafeText.escapedJSON($0) + [Byte.newline] }) { bytes in
            // If the client has disconnected, the server ends.
            (try? stream.write(bytes)) != nil
        }
        let server = AgentServer(client, options)
        while !client.isGone {
            // A client that does not read its answers has to wait, but its end is noticed.
            while server.isBehind, !stream.inputIsClosed() { ThisProcess.sleep(.milliseconds(1)) }
            if server.isBehind { break }
            let piece = try stream.read()
            if piece.isEmpty { break }
            server.receive(piece)
        }
        // The last line may lack its end.
        server.receive([Byte.newline])
        let dropped = server.end(within: 70)
        if dropped > 0, !client.isGone {
            context.notice(
                "the input has ended before \(Counted.of(dropped, "request")) could be answered; keep it open until the answer is there"
            )
            context.status = 1
        }
    }
}
