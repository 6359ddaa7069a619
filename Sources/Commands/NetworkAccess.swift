import Arguments
import Codecs
import SourceText
import System
import Terminal
import VaultFiles
import Web

/// The access of other devices of the local network to `slip serve`: `--lan`.
struct NetworkAccess {
    /// The shortest password of a file. One that slip makes is longer.
    private static let shortestPassword = 8

    let login: NetworkLogin
    private let password: String
    private let isOwn: Bool

    /// - Parameter file: the file with the password, or nil to make one.
    /// - Throws: `VaultError` if this machine is in no network, or the file has no password.
    init(password file: Argument?, in context: CommandContext) throws {
        let networks = LocalNetwork.all()
        guard !networks.isEmpty else {
            throw VaultError(
                "this computer is in no local network", help: "connect it, or leave out '--lan' for this computer only")
        }
        isOwn = file != nil
        password = try file.map { try Self.password(in: $0, context) } ?? NetworkLogin.makePassword()
        login = NetworkLogin(networks, password: password)
    }

    /// Returns the first line of a file.
    private static func password(in file: Argument, _ context: CommandContext) throws -> String {
        let line = try file.content(in: context).prefix { $0 != Byte.newline && $0 != Byte.carriageReturn }
        guard let password = String(validating: line, as: UTF8.self), password.count >= shortestPassword else {
            throw VaultError(
                "'\(SafeText.escaped(file.shown))' has no password: its first line needs at least \(shortestPassword) characters",
                help: "leave out '--password-file', and slip makes a password")
        }
        return password
    }

    /// Prints where other devices find the vault, with the password if slip made it. A terminal shows the address and the
    /// password as a code for the camera of a phone, too.
    func print(_ addresses: [String], in context: CommandContext) throws {
        guard let first = addresses.first else { return }
        try context.print("on other devices: \(addresses.joined(separator: ", "))")
        if !isOwn { try context.print("password: \(password)") }
        if context.host.outputIsTerminal, context.environment.variables["TERM"] != "dumb" {
            // A password of a file is not shown.
            let secret = isOwn ? [] : [Byte.hash] + Array(password.utf8)
            if let code = QRCode(Array(first.utf8) + secret) {
                for line in code.lines { try context.print(line) }
            }
        }
        context.notice("the connection is not encrypted: use --lan only in networks that you trust")
    }
}
