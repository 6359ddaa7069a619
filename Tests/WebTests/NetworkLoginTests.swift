import SourceText
import System
import TestSupport
import Testing
import Web

/// `slip serve --lan`: what other devices get, with and without the password.
struct NetworkLoginTests {
    private static let host = "192.168.7.2:8000"

    private final class Stage {
        let server: VaultServer
        /// In milliseconds.
        var time: Int64 = 0

        init() {
            let network = LocalNetwork(NetworkAddress(0xC0A8_0702), mask: 0xFFFF_FF00)
            var now: () -> Int64 = { 0 }
            let login = NetworkLogin([network], password: "lusab-babad-gutih", now: { now() })
            server = VaultServer(port: { 8000 }, login: login) { throw CancellationError() }
            now = { [unowned self] in time }
        }

        func answer(
            _ method: String, _ path: String, password: String? = nil, from client: UInt32 = 0xC0A8_0709,
            host: String = NetworkLoginTests.host, _ headers: String = ""
        ) throws -> (status: Int, headers: [String: String], text: String) {
            let form = password.map { "password=\($0)" } ?? ""
            let type = password == nil ? "" : "Content-Type: application/x-www-form-urlencoded\r\n"
            var reader = HTTPRequestReader()
            reader.add(
                Array(
                    "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)\(type)Content-Length: \(form.utf8.count)\r\n\r\n\(form)"
                        .utf8))
            var request = try #require(try reader.next())
            request.client = NetworkAddress(client)
            let response = server.response(to: request)
            var text = ""
            if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
            return (response.status, Dictionary(response.headers.map { ($0.name, $0.value) }) { _, last in last }, text)
        }
    }

    @Test func `other devices get nothing without the password`() throws {
        let stage = Stage()
        let page = try stage.answer("GET", "/")
        #expect(page.status == 200 && page.text.contains("type=\"password\"") && page.headers["Set-Cookie"] == nil)
        for path in ["/a.html", "/_slip/find?q=a", "/_slip/style.css"] {
            #expect(try stage.answer("GET", path).status == 403, "\(path)")
        }
        for password in ["", "x", "lusab-babad-guti", "Lusab-babad-gutih"] {
            let answer = try stage.answer("POST", "/", password: password)
            #expect(answer.status == 403 && answer.headers["Set-Cookie"] == nil, "\(password)")
        }
        let answer = try stage.answer("POST", "/", password: "lusab-babad-gutih", "Origin: http://\(Self.host)\r\n")
        #expect(answer.status == 303 && answer.text.isEmpty)
        let folder = try #require(answer.headers["Location"])
        let cookie = try #require(answer.headers["Set-Cookie"]?.prefix { $0 != ";" })
        #expect(try stage.answer("GET", "\(folder)_slip/style.css", "Cookie: \(cookie)\r\n").status == 200)
        // A bookmark of a page leads to the password, and nothing can be changed.
        let later = try stage.answer("GET", "\(folder)a.html")
        #expect(later.status == 303 && later.headers["Location"] == "/")
        #expect(try stage.answer("POST", folder, password: "lusab-babad-gutih").status == 405)
    }

    @Test func `devices of other networks and other names of the server are refused`() throws {
        let stage = Stage()
        let right = "lusab-babad-gutih"
        #expect(try stage.answer("POST", "/", password: right, from: 0x0808_0808).status == 403)
        // Of the same network, or this computer.
        for client: UInt32 in [0xC0A8_0701, 0xC0A8_07FE, 0x7F00_0001] {
            #expect(try stage.answer("POST", "/", password: right, from: client).status == 303, "\(client)")
        }
        for client: UInt32 in [0x0A00_0001, 0xAC10_0001, 0xC0A8_0801, 0xC0A9_0701] {
            #expect(try stage.answer("POST", "/", password: right, from: client).status == 403, "\(client)")
        }
        #expect(try stage.answer("POST", "/", password: right, host: "evil.example:8000").status == 403)
        #expect(try stage.answer("POST", "/", password: right, "Origin: http://evil.example\r\n").status == 403)
        #expect(try stage.answer("POST", "/", password: right, "Origin: null\r\n").status == 403)
    }

    @Test func `wrong passwords are limited`() throws {
        let stage = Stage()
        let right = "lusab-babad-gutih"
        for _ in 0..<5 { #expect(try stage.answer("POST", "/", password: "x").status == 403) }
        let refused = try stage.answer("POST", "/", password: right)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "60")
        // Another device is not concerned, until there are too many of them.
        #expect(try stage.answer("POST", "/", password: right, from: 0xC0A8_0710).status == 303)
        for client: UInt32 in 1...9 {
            for _ in 0..<5 { _ = try stage.answer("POST", "/", password: "x", from: 0xC0A8_0720 + client) }
        }
        #expect(try stage.answer("POST", "/", password: right, from: 0xC0A8_0710).status == 303)
        #expect(try stage.answer("POST", "/", password: "x", from: 0xC0A8_0710).status == 403)
        #expect(try stage.answer("POST", "/", password: right, from: 0xC0A8_0710).status == 429)
        #expect(try stage.answer("GET", "/", from: 0xC0A8_0710).status == 200)
        stage.time = 60_000
        #expect(try stage.answer("POST", "/", password: right).status == 303)
    }

    @Test func `made passwords can be spoken, and differ`() {
        let passwords = (0..<50).map { _ in NetworkLogin.makePassword() }
        #expect(Set(passwords).count == 50)
        #expect(
            passwords.allSatisfy {
                $0.wholeMatch(of: /([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz](-\w{5}){2}/) != nil
            })
    }
}
