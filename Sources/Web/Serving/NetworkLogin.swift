import SourceText
package import System

/// Lets other devices of a local network read the vault, once they have given a password.
///
/// The connection is not encrypted, and the page says so. Wrong passwords are limited, for each device and for all.
package final class NetworkLogin {
    /// The networks whose devices may ask, and the addresses of this machine in them.
    let networks: [LocalNetwork]
    private let password: [UInt8]

    /// The addresses of this machine on which to listen.
    package var addresses: [NetworkAddress] { networks.map(\.address) }

    private let now: () -> Int64
    /// The wrong passwords of the last minute.
    private var wrong: [(client: NetworkAddress?, time: Int64)] = []

    private static let minute: Int64 = 60_000
    private static let mostWrong = 5
    private static let mostWrongOfAll = 50

    /// - Parameter now: the time in milliseconds from any start.
    package init(_ networks: [LocalNetwork], password: String, now: @escaping () -> Int64 = { Waiting.now() }) {
        self.networks = networks
        self.password = Array(password.utf8)
        self.now = now
    }

    /// Returns a password of three words that can be spoken, with 48 random bits.
    package static func makePassword() -> String {
        // The system's generator is cryptographically secure: getrandom(2).
        var generator = SystemRandomNumberGenerator()
        let (consonants, vowels) = (Array("bdfghjklmnprstvz"), Array("aiou"))
        return (0..<3).map { _ in
            String(
                [consonants, vowels, consonants, vowels, consonants].map {
                    $0[Int.random(in: $0.indices, using: &generator)]
                })
        }.joined(separator: "-")
    }

    /// Whether a device may ask: this one, or one of the same network.
    func admits(_ client: NetworkAddress) -> Bool {
        client == .loopback || networks.contains { $0.contains(client) }
    }

    /// Answers a request for the page that asks for the password.
    ///
    /// - Returns: nil if the password is right.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        if request.method != "POST" { return Self.page(200, "") }
        wrong.removeAll { now() - $0.time >= Self.minute }
        let ofClient = wrong.count { $0.client == request.client }
        // Above the limit of all, a device that was never wrong still has one attempt.
        if ofClient >= Self.mostWrong || wrong.count >= Self.mostWrongOfAll && ofClient > 0 {
            var response = Self.page(429, "Too many wrong passwords. Wait a minute.")
            response.headers.append(("Retry-After", "60"))
            return response
        }
        let given = request.form.first { $0.name == "password" }?.value ?? ""
        if VaultServer.areEqual(Array(given.utf8), password) { return nil }
        wrong.append((request.client, now()))
        return Self.page(403, "That is not the password.")
    }

    private static func page(_ status: Int, _ message: String) -> HTTPResponse {
        let text = WebFile.embedded("login.html").replacing("{{message}}", with: message)
        var response = HTTPResponse(status, "text/html; charset=utf-8", Array(text.utf8))
        response.headers += [("Cache-Control", "no-store"), ("Content-Security-Policy", "frame-ancestors 'none'")]
        return response
    }
}
