import SourceText
import TestSupport
import Testing
import Web

struct HTTPTests {
    private static func read(_ text: String) throws(HTTPFault) -> HTTPRequest? {
        var reader = HTTPRequestReader()
        reader.add(Array(text.utf8))
        return try reader.next()
    }

    private static func get(_ target: String, _ headers: String = "") throws(HTTPFault) -> HTTPRequest? {
        try read("GET \(target) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
    }

    @Test func `a request is split into its parts`() throws {
        let request = try #require(
            try Self.get("/a%20b/%C3%A9/?q=slip+box%21&x&y=1=2", "Cookie: a=1; slip-1=x=y\r\nX-Y:  z \t\r\n"))
        #expect(request.segments == [Array("a b".utf8), Array("é".utf8), []])
        #expect(request.field("q") == "slip box!" && request.field("x") == "" && request.field("y") == "1=2")
        #expect(request.cookie("slip-1") == "x=y" && request.cookie("a") == "1" && request.cookie("b") == nil)
        #expect(request.header("x-y") == "z" && request.keepsAlive)
        #expect(try Self.get("/", "Connection: keep-alive, Close\r\n")?.keepsAlive == false)
        #expect(try Self.read("GET / HTTP/1.0\r\n\r\n")?.keepsAlive == false)
        #expect(try Self.get("http://x/a")?.segments == [Array("a".utf8)])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /%2 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET a HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("G\u{1}T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", 413),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 7\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
        ("GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (String(repeating: "a", count: 17000), 414),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 17000), 431),
        ("GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n", 431),
    ])
    func `a malformed request is refused`(text: String, status: Int) {
        #expect { try Self.read(text) } throws: { ($0 as? HTTPFault)?.status == status }
    }

    @Test func `a small form is read, and no other body`() throws {
        func post(_ form: String, type: String = "application/x-www-form-urlencoded", length: String? = nil) throws
            -> HTTPRequest?
        {
            try Self.read(
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: \(type)\r\nContent-Length: \(length ?? "\(form.utf8.count)")\r\n\r\n\(form)"
            )
        }
        #expect(try post("a=b+c%21&d")?.form.map(\.value) == ["b c!", ""])
        #expect(try post("a=b", length: "4") == nil)
        #expect(try post("a=bGET", length: "3")?.form.map(\.value) == ["b"])
        for length in ["4097", "-1", "+3", "1e1", "99999999999999999999", ""] {
            #expect(throws: HTTPFault.self) { try post("a=b", length: length) }
        }
        #expect(throws: HTTPFault.self) { try post("a=b", type: "text/plain") }
        #expect(throws: HTTPFault.self) { try post("a=%") }
    }

    @Test func `requests are read alike however their bytes arrive`() throws {
        let text = Array("\r\nGET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\nHEAD / HTTP/1.1\r\nHost: y\r\nA: b\r\n\r\nGET".utf8)
        var whole = HTTPRequestReader()
        whole.add(text)
        let requests = [try whole.next(), try whole.next()]
        #expect(requests.map { $0?.method } == ["GET", "HEAD"])
        #expect(try whole.next() == nil && whole.isInside)
        var reader = HTTPRequestReader()
        var found: [HTTPRequest?] = []
        for byte in text {
            reader.add([byte])
            if let request = try reader.next() { found.append(request) }
        }
        #expect(found == requests)
    }
}
