import Arguments
import Indexing
import Searching
import SourceText
import System
import VaultFiles
import Web

/// `slip serve`: the notes of the vault in a browser of the same user, or of other devices of the local network.
enum ServeCommand {
    struct OptionValues: Sendable {
        var port: Int?
        var opens = false
        var idle: Int?
        var isForNetwork = false
        var passwordFile: Argument?
    }

    static let command = SlipCommand(
        "serve", "Show the vault in a web browser.", words: [],
        options: [
            .value("port", "PORT", \OptionValues.port, "Listen on PORT (default: any free port)."),
            .flag("open", \.opens, "Open the browser."),
            .value("idle", "MINUTES", \.idle, "Exit after MINUTES without a request."),
            .flag("lan", \.isForNetwork, "Let other devices of the local network read, with a password."),
            .value(
                "password-file", "FILE", \.passwordFile,
                "With --lan: take the password from the first line of FILE (default: a new one).", completion: .file),
        ],
        discussion: """
            Prints an address for the browser, which works once: it sets a cookie, without which nothing is answered. The
            server listens on 127.0.0.1 and ::1 only, and nothing in the vault can be changed. Press Ctrl-C to end it.

            With --lan, other devices of the local network can read the vault too, such as a phone. They open another
            address, which asks for the password that is printed; a terminal also shows both as a code for the camera. The
            connection is not encrypted, so use it only in networks that you trust.

            Calendar programs have no cookie. A second address is for them, on standard error and on the start page: the
            calendar of tasks, and nothing else. It changes with each start.

            Pages are those of 'slip export --html', with the query language in the search field. A page reloads when its
            note changes. Files and folders whose names begin with a dot are not shown. See 'slip help web'.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        if let port = values.port, !(0...65535).contains(port) {
            throw UsageError.other("'--port' must be a number from 0 to 65535", help: "leave it out for any free port")
        }
        if let idle = values.idle, !(1...525_600).contains(idle) {
            throw UsageError.other(
                "'--idle' must be a number of minutes from 1 to 525600", help: "slip serve --idle 30")
        }
        if values.passwordFile != nil, !values.isForNetwork {
            throw UsageError.other("'--password-file' requires '--lan'", help: "slip serve --lan --password-file FILE")
        }
        ThisProcess.shareMemory()
        let signals = try EndSignals()
        let vault = try context.vault()
        let watch = context.host.stream.map { stream in
            VaultWatch(context.environment, ScanLimit(), zoneHasChanged: stream.zoneHasChanged) { SilentMessages() }
        }
        defer { watch?.end(within: 100) }
        let start = context.environment.now
        var now: @Sendable () -> Moment = { start }
        if let stream = context.host.stream { now = stream.now }
        let sessions = ResidentSessions(
            context.environment, messages: context, reading: .inBackground, now: now)
        func session() throws -> VaultSession {
            // The configuration may have changed.
            let vault = try Vault(root: vault.root)
            watch?.follow(vault)
            return try sessions.session(on: vault) { _, refresh in
                try refresh()
                return true
            }
        }
        _ = try session()
        let access = values.isForNetwork ? try NetworkAccess(password: values.passwordFile, in: context) : nil
        let server = try Self.server(port: UInt16(values.port ?? 0), login: access?.login, session: session)
        try context.print(server.vault.firstAddress)
        try access?.print(server.vault.networkAddresses, in: context)
        try context.host.output.flush()
        context.notice("for calendar programs: \(server.vault.calendarAddress)")
        let folder = values.opens ? try open(server.vault.firstAddress, in: context) : nil
        defer { if let folder { try? Files.removeTree(folder) } }
        server.http.run(until: signals, idle: values.idle.map { Int64($0) * 60_000 })
    }

    private static func server(
        port: UInt16, login: NetworkLogin?, session: @escaping () throws -> VaultSession
    ) throws -> (http: HTTPServer, vault: VaultServer) {
        var actual = port
        let vault = VaultServer(port: { actual }, login: login, session: session)
        do throws(SystemError) {
            let http = try HTTPServer(port: port, addresses: login?.addresses ?? []) { vault.response(to: $0) }
            actual = http.port
            return (http, vault)
        } catch {
            throw VaultError(
                "cannot listen on port \(port): \(error.reason)", help: "leave out '--port' for any free port")
        }
    }

    /// Opens the browser, and returns a temporary folder to remove at the end. The browser reads the address from a file
    /// there, because other users can read the arguments of programs.
    private static func open(_ address: String, in context: CommandContext) throws -> [UInt8] {
        let folder = try Files.makeTemporaryFolder()
        let file = folder + Array("/open.html".utf8)
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><title>slip</title>\n"
        try Files.create(file, Array(page.utf8), mode: 0o600)
        let opener = ProgramPath(context.environment.variables["PATH"]).program(Array("xdg-open".utf8))
        if opener.flatMap({ try? ChildProcess.startApart($0, [file]) }) == nil {
            context.notice("the browser cannot be opened: xdg-open is not installed")
        }
        return folder
    }
}
