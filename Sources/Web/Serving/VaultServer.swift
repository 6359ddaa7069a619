package import Searching
import SourceText
import System
import VaultFiles

/// Answers requests of one browser for the pages of a vault.
///
/// A one-time token in the first address sets a cookie, without which nothing is answered: other programs and other
/// users of the machine can connect, too.
package final class VaultServer {
    private let session: () throws -> VaultSession
    private let port: () -> UInt16
    /// The token of the first request. Nil once it was used.
    private var token: String?
    private let secret: String

    /// - Parameters:
    ///   - session: returns the session on the vault, with an index that is up to date.
    ///   - port: returns the port of the server, which names the cookie and the allowed hosts.
    package init(port: @escaping () -> UInt16, session: @escaping () throws -> VaultSession) {
        self.port = port
        self.session = session
        token = Self.randomText()
        secret = Self.randomText()
    }

    private static func randomText() -> String {
        // The system's generator is cryptographically secure: getrandom(2).
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }

    /// The address that opens the vault in a browser, once.
    package var firstAddress: String { "http://127.0.0.1:\(port())/?token=\(token ?? "")" }

    private var cookieName: String { "slip-\(port())" }

    package func response(to request: HTTPRequest) -> HTTPResponse {
        let hosts = ["127.0.0.1:\(port())", "[::1]:\(port())", "localhost:\(port())"]
        guard let host = request.header("host"), hosts.contains(host.lowercased()) else {
            return HTTPResponse(403, "this server answers only for 127.0.0.1")
        }
        if let origin = request.header("origin"), !hosts.contains(where: { origin.lowercased() == "http://\($0)" }) {
            return HTTPResponse(403, "requests of other sites are refused")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = HTTPResponse(405, "the vault can only be read")
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        let isKnown = request.cookie(cookieName).map { Self.areEqual($0, secret) } ?? false
        if let given = request.field("token"), request.segments == [[]] {
            // The address again, in the browser that it belongs to.
            if isKnown { return HTTPResponse(303, [("Location", "/")], .bytes([])) }
            guard let token, Self.areEqual(given, token) else {
                return HTTPResponse(401, "this address was used before; start slip serve again for another one")
            }
            if request.method == "GET" { self.token = nil }
            return HTTPResponse(
                303,
                [
                    ("Set-Cookie", "\(cookieName)=\(secret); HttpOnly; SameSite=Strict; Path=/"), ("Location", "/"),
                    ("Cache-Control", "no-store"),
                ], .bytes([]))
        }
        guard isKnown else {
            return HTTPResponse(401, "open the address that slip serve printed")
        }
        if let file = ServedVault.commonFile(request) { return file }
        do {
            return try session().read { snapshot in
                let vault = ServedVault(snapshot)
                let response = try vault.response(to: request)
                if let failure = vault.failure { throw failure }
                return response
            }
        } catch {
            return HTTPResponse(500, ErrorReport(error).message)
        }
    }

    /// Compares texts in a time that does not depend on where they differ.
    private static func areEqual(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
