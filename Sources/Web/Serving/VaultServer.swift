package import Searching
import SourceText
import System
import VaultFiles

/// Answers requests of one browser for the pages of a vault, and of other devices if there is a login for them.
///
/// A one-time token in the first address sets a cookie, without which nothing is answered: other programs and other
/// users of the machine can connect, too. Browsers send cookies to all ports of a host, so the cookie is for a folder
/// with a secret name, in which all pages are. A server on another port never gets the name. Calendar programs have no
/// cookies, so the calendar of tasks is answered for another token too. It opens no other address.
package final class VaultServer {
    private let session: () throws -> VaultSession
    private let port: () -> UInt16
    /// The token of the first request. Nil once it was used.
    private var token: String?
    private let secret: String
    /// The token of the calendar, for programs that have no cookie.
    private let calendarToken: String
    /// The name of the folder that contains all pages.
    private let folder: String
    /// The name of the folder of the calendar, whose address calendar programs store. It does not disclose `folder`.
    private let calendarFolder: String
    private let login: NetworkLogin?
    private let trees = ServedTrees()

    /// - Parameters:
    ///   - session: returns the session on the vault, with an index that is up to date.
    ///   - port: returns the port of the server, which names the cookie and the allowed hosts.
    ///   - login: for other devices. Without one, they get no answer.
    package init(
        port: @escaping () -> UInt16, login: NetworkLogin? = nil, session: @escaping () throws -> VaultSession
    ) {
        self.port = port
        self.login = login
        self.session = session
        token = Self.randomText()
        secret = Self.randomText()
        calendarToken = Self.randomText()
        folder = Self.randomText()
        calendarFolder = Self.randomText()
    }

    private static func randomText() -> String {
        // The system's generator is cryptographically secure: getrandom(2).
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }

    /// The address that opens the vault in a browser, once.
    package var firstAddress: String { "http://127.0.0.1:\(port())\(root)?token=\(token ?? "")" }

    /// The address of the calendar of tasks, which a calendar program can subscribe to while the server runs.
    package var calendarAddress: String {
        "http://127.0.0.1:\(port())\(calendarTarget)"
    }

    /// The addresses for other devices, the most likely one first. They ask for the password.
    package var networkAddresses: [String] { networkHosts.map { "http://\($0)/" } }

    private var networkHosts: [String] { (login?.networks ?? []).map { "\($0.address.text):\(port())" } }

    private var calendarTarget: String { "/\(calendarFolder)/\(ServedVault.calendarTarget(calendarToken))" }

    private var root: String { "/\(folder)/" }

    private var cookieName: String { "slip-\(port())" }

    package func response(to request: HTTPRequest) -> HTTPResponse {
        let hosts = ["127.0.0.1:\(port())", "[::1]:\(port())", "localhost:\(port())"] + networkHosts
        guard let host = request.header("host"), hosts.contains(host.lowercased()) else {
            return HTTPResponse(403, "this server answers only for \(login == nil ? "127.0.0.1" : "its addresses")")
        }
        if let client = request.client, !(login?.admits(client) ?? (client == .loopback)) {
            return HTTPResponse(403, "this server answers only devices of the local network")
        }
        if let origin = request.header("origin"), !hosts.contains(where: { origin.lowercased() == "http://\($0)" }) {
            return HTTPResponse(403, "requests of other sites are refused")
        }
        if let login, request.segments == [[]] { return login.response(to: request) ?? entrance }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = HTTPResponse(405, "the vault can only be read")
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        guard let first = request.segments.first else { return Self.refusal(403) }
        var request = request
        request.segments.removeFirst()
        if Self.areEqual(first, Array(calendarFolder.utf8)) {
            return isCalendarRequest(request) ? answer(request, calendar: nil) : Self.refusal(401)
        }
        guard Self.areEqual(first, Array(folder.utf8)) else { return Self.refusal(403) }
        let isKnown = request.cookie(cookieName).map { Self.areEqual(Array($0.utf8), Array(secret.utf8)) } ?? false
        if let given = request.field("token"), request.segments == [[]] {
            // The address again, in the browser that it belongs to.
            if isKnown { return HTTPResponse(303, [("Location", root)], .bytes([])) }
            guard let token, Self.areEqual(Array(given.utf8), Array(token.utf8)) else {
                return HTTPResponse(401, "this address was used before; start slip serve again for another one")
            }
            if request.method == "GET" { self.token = nil }
            return entrance
        }
        guard isKnown else {
            return login == nil ? Self.refusal(401) : HTTPResponse(303, [("Location", "/")], .bytes([]))
        }
        if request.segments.isEmpty { return HTTPResponse(303, [("Location", root)], .bytes([])) }
        return ServedVault.commonFile(request) ?? answer(request, calendar: calendarTarget)
    }

    /// Leads a browser to the pages, with the cookie that opens them.
    private var entrance: HTTPResponse {
        HTTPResponse(
            303,
            [
                ("Set-Cookie", "\(cookieName)=\(secret); HttpOnly; SameSite=Strict; Path=\(root)"),
                ("Location", root),
                ("Cache-Control", "no-store"),
            ], .bytes([]))
    }

    /// Returns the answer of the vault to a request that is allowed.
    ///
    /// - Parameter calendar: as in `ServedVault`.
    private func answer(_ request: HTTPRequest, calendar: String?) -> HTTPResponse {
        do {
            return try session().read { snapshot in
                let vault = try ServedVault(snapshot, at: root, calendarTarget: calendar, trees: trees)
                let response = try vault.response(to: request)
                if let failure = vault.failure { throw failure }
                return response
            }
        } catch {
            return HTTPResponse(500, ErrorReport(error).message)
        }
    }

    /// Returns whether a request is for the calendar, with its token.
    private func isCalendarRequest(_ request: HTTPRequest) -> Bool {
        guard request.segments == ServedVault.tasks.parts.map(\.bytes), let given = request.field("token") else {
            return false
        }
        return Self.areEqual(Array(given.utf8), Array(calendarToken.utf8))
    }

    private static func refusal(_ status: Int) -> HTTPResponse {
        HTTPResponse(status, "open the address that slip serve printed")
    }

    /// Compares texts in a time that does not depend on where they differ.
    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
