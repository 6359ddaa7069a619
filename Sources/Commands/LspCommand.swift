import Arguments
import LanguageProtocol
import LanguageServer
import SourceText
import Synchronization
import System
import VaultFiles

enum LspCommand {
    static let command = Program.SlipCommand(
        "lsp", "Serve an editor: the Language Server Protocol on standard input and output.", words: [], options: [],
        discussion: """
            Started by an editor, not by hand; 'slip help editors' says how. Completes, follows, renames and mends links,
            keywords and front matter, shows backlinks, and tells what is wrong, as 'links', 'check', 'mv', 'keyword rename'
            and 'suggest' do.

            What is open in the editor counts as it is there, saved or not. The server never writes a note: every change
            is the editor's to make, and to take back. It ends with its editor.
            """,
        values: { 0 },
        run: { _, _, context in try serve(context) })

    private static func serve(_ context: CommandContext) throws {
        let world = context.world
        guard let stream = world.stream else {
            throw VaultError("'lsp' talks to an editor, on standard input and output")
        }
        ThisProcess.shareMemory()
        let client = Client { bytes in
            // If the client has disconnected, the server ends.
            (try? stream.write(bytes)) != nil
        }
        let server = LanguageServer(
            client,
            ServerWorld(world.environment, now: stream.now, zoneHasChanged: stream.zoneHasChanged, watches: true))
        let heart = Heartbeat(server)
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

/// Makes a server check regularly for changes on disk, and for the end of its editor.
private final class Heartbeat: Sendable {
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
