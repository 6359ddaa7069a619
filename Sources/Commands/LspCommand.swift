import Arguments
import JSONRPC
import LanguageServer
import SourceText
import Synchronization
import System
import VaultFiles

/// `slip lsp`: the language server for editors.
enum LspCommand {
    static let command = SlipCommand(
        "lsp", "Run a language server for editors, on standard input and output.", words: [], options: [],
        discussion: """
            The language server is started by an editor. See 'slip help editors' for its configuration. It completes,
            follows, renames and fixes links, keywords and front matter, shows backlinks, and reports problems.

            Open documents are used as they are in the editor, saved or not. The server never writes a note: each change
            is an edit that the editor applies and can undo. The server exits with its editor.
            """,
        values: { 0 },
        run: { _, _, context in try serve(context) })

    private static func serve(_ context: CommandContext) throws {
        let host = context.host
        guard let stream = host.stream else {
            throw VaultError("'lsp' must be started by an editor, which uses its standard input and output")
        }
        if context.host.inputIsTerminal {
            context.notice("waiting for messages of an editor on standard input; to set one up: slip help editors")
        }
        ThisProcess.shareMemory()
        let client = Client(frame: FrameReader.frame) { bytes in
            // If the client has disconnected, the server ends.
            (try? stream.write(bytes)) != nil
        }
        let server = LanguageServer(
            client,
            ServerHost(
                host.environment, now: stream.now, version: VersionCommand.version,
                zoneHasChanged: stream.zoneHasChanged, watches: true))
        let heart = PeriodicCheck(server)
        defer { heart.end() }
        var frames = FrameReader()
        var isOver = false
        while !isOver {
            let piece = try stream.read()
            if piece.isEmpty { break }
            frames.add(piece)
            while !isOver {
                do throws(ResponseError) {
                    guard let body = try frames.next() else { break }
                    isOver = !server.receive(body)
                } catch {
                    server.tell(error)
                }
            }
            if client.isGone { break }
        }
        server.end()
        // LSP 3.17, Exit Notification: `exit` without `shutdown` is an error.
        context.status = isOver && !server.isShutDown ? 1 : 0
    }
}

/// A thread that makes a server check for changes on disk twice a second. Ends the process if the editor has died.
private final class PeriodicCheck: Sendable {
    private let isOver = Mutex(false)

    init(_ server: LanguageServer) {
        Worker.start("slip.lsp.heart") { [self] in
            while !isOver.withLock({ $0 }) {
                ThisProcess.sleep(.milliseconds(500))
                server.tick()
                // The editor was killed, but another process still holds the input open.
                if let parent = server.parent, !ThisProcess.isAlive(parent) { ThisProcess.exit(with: 1) }
            }
        }
    }

    func end() { isOver.withLock { $0 = true } }
}
