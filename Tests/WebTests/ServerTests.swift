import Foundation
import SourceText
import Synchronization
import System
import TestSupport
import Testing
import Web

/// `slip serve` as a process, and its server with clients that misbehave.
@Suite(.serialized, .waits) struct ServerTests {
    /// A running `slip serve`, with its cookie.
    private final class Server {
        let process: Process
        let port: Int
        let cookie: String
        let cookiePath: String
        /// The path of all pages, without a slash at its end.
        let root: String

        /// What was printed.
        let output: String

        /// - Parameter lines: the number of lines that it prints.
        init(_ console: Console, _ options: [String] = [], lines: Int = 1) throws {
            let pipe = Pipe()
            process = try TestProcess.start(
                try #require(CommandLine.program), ["serve"] + options, in: console.directory.path, output: pipe)
            var line = ""
            while line.count(where: { $0 == "\n" }) < lines {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                line += String(decoding: data, as: UTF8.self)
            }
            output = line
            let address = try #require(
                line.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)((\/[a-z0-9]+)\/\?token=[a-z0-9]+)/))
            root = String(address.3)
            port = try #require(Int(address.1))
            let first = try TCPClient(port: port).exchange(
                "GET \(address.2) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
            let header = try #require(first.firstMatch(of: /Set-Cookie: ([^;]+);.*; Path=([^\s]+)/))
            cookie = String(header.1)
            cookiePath = String(header.2)
            #expect(first.hasPrefix("HTTP/1.1 303"))
            // The token works once.
            let second = try TCPClient(port: port).exchange(
                "GET \(address.2) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
            #expect(second.hasPrefix("HTTP/1.1 401"))
        }

        deinit { process.terminate() }

        func get(_ target: String, _ headers: String = "", method: String = "GET") throws -> String {
            try TCPClient(port: port).exchange(
                "\(method) \(root)\(target) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(cookie)\r\nConnection: close\r\n\(headers)\r\n"
            )
        }
    }

    @Test func `the calendar of tasks is served`() throws {
        let console = try Console(["F/a b.md": "- [ ] call 📅 2026-03-05\n- [ ] no date\n"])
        let server = try Server(console)
        let answer = try server.get("/_slip/tasks.ics")
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("text/calendar"))
        let lines = answer.replacing("\r\n ", with: "")
        #expect(lines.contains("DUE;VALUE=DATE:20260305") && lines.contains("URL:http://localhost:"))
        #expect(lines.contains("/F/a%20b.html") && lines.components(separatedBy: "BEGIN:VTODO").count == 2)
        #expect(try server.get("/_slip/tasks.ics?events=1&q=call").contains("BEGIN:VEVENT"))
        #expect(try server.get("/_slip/tasks.ics?q=due:foo").hasPrefix("HTTP/1.1 400"))
    }

    @Test func `a calendar program needs no cookie, but the token of the calendar, and gets nothing else`() throws {
        let console = try Console(["a.md": "- [ ] call 📅 2026-03-05\n", "t/_slip/tasks.ics.md": "x"])
        let server = try Server(console)
        let page = try server.get("/")
        let address = try #require(page.firstMatch(of: /href="(\/[a-z0-9]+)\/_slip\/tasks\.ics\?token=([a-z0-9]+)"/))
        let (calendar, token) = (String(address.1), address.2)
        #expect(calendar != server.root)
        func answer(_ target: String, _ headers: String = "", root: String? = nil) throws -> String {
            try TCPClient(port: server.port).exchange(
                "GET \(root ?? calendar)\(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\(headers)\r\n"
            )
        }
        let tasks = try answer("/_slip/tasks.ics?token=\(token)")
        #expect(tasks.contains("BEGIN:VTODO") && !tasks.contains("Set-Cookie"))
        // The folder of the pages protects their cookie, so the calendar must not name it.
        #expect(!tasks.contains(server.root))
        #expect(try answer("/_slip/tasks.ics?events=1&token=\(token)").contains("BEGIN:VEVENT"))
        for target in [
            "/_slip/tasks.ics", "/_slip/tasks.ics?token=", "/_slip/tasks.ics?token=\(token)0",
            "/_slip/tasks.ics?token=\(token.dropLast())", "/_slip/tasks.ics?token=x&token=\(token)",
            "/a.html?token=\(token)", "/?token=\(token)", "/_slip/find?q=call&token=\(token)",
            "/t/_slip/tasks.ics?token=\(token)", "/_slip/tasks.ics/?token=\(token)", "/p.png?token=\(token)",
        ] {
            #expect(try answer(target).hasPrefix("HTTP/1.1 401"), "\(target)")
            #expect(try answer(target, root: server.root).hasPrefix("HTTP/1.1 401"), "\(target)")
        }
        #expect(try answer("/_slip/tasks.ics?token=\(token)", root: "").hasPrefix("HTTP/1.1 403"))
        #expect(try answer("/_slip/tasks.ics?token=\(token)", "Origin: http://a.b\r\n").hasPrefix("HTTP/1.1 403"))
    }

    @Test(.enabled(if: !LocalNetwork.all().isEmpty, "this machine is in no network"))
    func `another device reads with the password`() throws {
        let console = try Console(["a.md": "# Box\n"])
        let server = try Server(console, ["--lan"], lines: 3)
        let address = try #require(server.output.firstMatch(of: /on other devices: http:\/\/([0-9.]+):([0-9]+)\//))
        let password = try #require(server.output.firstMatch(of: /password: ([a-z-]+)\n/)).1
        let host = address.1.split(separator: ".").compactMap { UInt32($0) }.reduce(0) { $0 << 8 | $1 }
        func answer(_ request: String, _ headers: String) throws -> String {
            try TCPClient(port: server.port, host: host).exchange(
                "\(request) HTTP/1.1\r\nHost: \(address.1):\(address.2)\r\nConnection: close\r\n\(headers)")
        }
        #expect(try answer("GET /", "\r\n").contains("name=\"password\""))
        #expect(try answer("GET \(server.root)/a.html", "\r\n").hasPrefix("HTTP/1.1 303"))
        let form = "password=\(password)"
        let type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
        let entrance = try answer("POST /", "\(type)\r\n\(form)")
        #expect(entrance.contains("Location: \(server.root)/\r\n"))
        let cookie = try #require(entrance.firstMatch(of: /Set-Cookie: ([^;]+);/)).1
        #expect(try answer("GET \(server.root)/a.html", "Cookie: \(cookie)\r\n\r\n").contains("<h1"))
        try console.write("password.txt", "short\n")
        #expect(console.slip("serve", "--lan", "--password-file", "password.txt").status == 2)
        #expect(console.slip("serve", "--password-file", "password.txt").status == 2)
    }

    @Test func `the folders beside a page are those of the vault now`() throws {
        let console = try Console(["a.md": "# A\n", "F/b.md": "# B\n"])
        let server = try Server(console)
        func tree(_ page: String) throws -> String {
            let found = try server.get(page)
            return String(try #require(found.firstMatch(of: /(?s)<nav class="tree".*?<\/nav>/)).0)
        }
        #expect(try tree("/a.html").contains("F/index.html"))
        #expect(try tree("/F/b.html").contains("aria-current=\"page\" href=\"b.html\">B</a>"))
        try console.write("G/c.md", "# C\n")
        try console.write("F/b.md", "# New\n")
        #expect(try tree("/a.html").contains("G/index.html"))
        #expect(try tree("/F/b.html").contains(">New</a>"))
        for number in 10..<60 { try console.write("F/n\(number).md", "# N\(number)\n") }
        // A note that is not among the first ones is listed on its own page only.
        #expect(try tree("/F/n55.html").contains("aria-current=\"page\" href=\"n55.html\""))
        #expect(try !tree("/F/b.html").contains("n55.html"))
    }

    @Test func `pages, searches and files are served, and nothing else`() throws {
        let console = try Console([
            "a.md": "# Box\n\n[[b#Part]] ![[p.png]] #tag/x\n",
            "F/b.md": "## Part\n\nslip <b>box</b> [x](javascript:y)\n",
            "p.png": "0123456789", "x.svg": "<svg/>", "c.md": "[s](x.svg)", ".hidden.md": "secret",
            "F/README.md": "folder",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: console.directory.appendingPathComponent("passwd.txt").path, withDestinationPath: "/etc/passwd")
        try console.write("d.md", "[p](passwd.txt)")
        let server = try Server(console)
        let page = try server.get("/a.html")
        #expect(
            page.hasPrefix("HTTP/1.1 200") && page.contains("<a href=\"F/b.html#part\">")
                && page.contains("<img src=\"p.png\""))
        #expect(page.contains("<a class=\"keyword\" href=\"_slip/keywords/tag/x.html\">"))
        let tag = try #require(page.firstMatch(of: /ETag: ("[^"]+")/)).1
        #expect(try server.get("/a.html", "If-None-Match: \(tag)\r\n").hasPrefix("HTTP/1.1 304"))
        #expect(try server.get("/a.html", method: "HEAD").hasSuffix("\r\n\r\n"))
        #expect(try server.get("/").contains(">Box</a>"))
        #expect(try server.get("/F/").contains("folder"))
        #expect(try server.get("/_slip/keywords/tag/x.html").contains("a.html"))
        #expect(try server.get("/_slip/find?q=slip+box").contains("<mark>slip</mark>"))
        #expect(try server.get("/_slip/find?q=status%3A").contains("class=\"remark\""))
        #expect(try server.get("/_slip/suggest?q=ta").contains("#tag"))
        #expect(try server.get("/F/b.html").contains("&lt;b&gt;box&lt;/b&gt; x"))
        #expect(try server.get("/x.svg").contains("Content-Disposition: attachment"))
        // Ranges.
        for (range, status, body) in [
            ("bytes=2-4", 206, "234"), ("bytes=-3", 206, "789"), ("bytes=7-", 206, "789"), ("bytes=9-99", 206, "9"),
            ("bytes=10-", 416, ""), ("bytes=4-2", 200, "0123456789"), ("bytes=0-1,3-4", 200, "0123456789"),
            ("lines=1-2", 200, "0123456789"),
        ] {
            let part = try server.get("/p.png", "Range: \(range)\r\n")
            #expect(part.hasPrefix("HTTP/1.1 \(status)") && part.hasSuffix("\r\n\r\n\(body)"), "\(range): \(part)")
        }
        for target in [
            "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/F/../a.html",
            "/./a.html",
            "/.hidden.html", "/.slipbox/config.yaml", "/.slipbox/index.db", "/a.md", "/a.html%00", "/%00",
            "/passwd.txt", "/F%2fb.html",
            "/a.html/", "/F//b.html", "/_slip/keywords/none.html", "/nothing", "/_slip/index.html",
            "/_slip/events?path=../x", "/%ff.html",
        ] {
            let response = try server.get(target)
            #expect(
                response.hasPrefix("HTTP/1.1 404") && !response.contains("root:") && !response.contains("secret"),
                "\(target): \(response)")
        }
    }

    @Test func `the graph is served, and results show path, date and keywords, without what comments hide`() throws {
        let console = try Console([
            "F/a.md": "# Box\n\nslip [[b]] #shown %% #hidden [[c]] %%\n", "b.md": "# B", "c.md": "# C",
        ])
        let server = try Server(console)
        let graph = try server.get("/_slip/graph.html")
        #expect(graph.hasPrefix("HTTP/1.1 200") && graph.contains("\"href\": \"../F/a.html\""))
        #expect(graph.contains("\"links\": [[0, 1]]") && !graph.contains("\"hidden\""), "\(graph.suffix(400))")
        for file in graph.matches(of: /(?:src|href)="(graph-[0-9]+\.(css|js))"/) {
            let type = file.2 == "css" ? "text/css" : "text/javascript"
            #expect(try server.get("/_slip/\(file.1)").contains("Content-Type: \(type)"))
        }
        #expect(try server.get("/F/a.html").contains("href=\"../_slip/graph.html\""))
        let found = try server.get("/_slip/find?q=slip")
        #expect(found.contains("<p class=\"meta\">F/a.md · <time") && found.contains(">#shown</a>"), "\(found)")
        #expect(!found.contains("#hidden"))
        #expect(try server.get("/_slip/find?typing=1&q=sli").contains("F/a.html"))
        #expect(try !server.get("/_slip/find?q=sli").contains("F/a.html"))
        #expect(try server.get("/_slip/find?typing=1&q=is%3Adraft").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `requests of other sites, hosts and programs are refused`() throws {
        let console = try Console(["a.md": "# Box"])
        let server = try Server(console)
        defer { withExtendedLifetime(console) {} }
        func status(_ request: String) throws -> Substring {
            try TCPClient(port: server.port).exchange(request + "Connection: close\r\n\r\n").dropFirst(
                "HTTP/1.1 ".count
            ).prefix(3)
        }
        let host = "Host: 127.0.0.1:\(server.port)\r\n"
        let cookie = "Cookie: \(server.cookie)\r\n"
        #expect(try status("GET \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie)") == "200")
        #expect(try status("GET \(server.root)/a.html HTTP/1.1\r\n\(host)") == "401")
        // A server on another port gets neither the cookie, which is for a folder, nor the name of the folder.
        #expect(server.cookiePath == server.root + "/")
        for path in ["", "/a.html", "/?token=x", server.root.dropLast() + "/a.html", "/_slip/style.css"] {
            #expect(try status("GET /\(path.dropFirst()) HTTP/1.1\r\n\(host)\(cookie)") == "403", "\(path)")
        }
        #expect(try status("GET \(server.root) HTTP/1.1\r\n\(host)\(cookie)") == "303")
        #expect(try server.get("/none").contains("action=\"\(server.root)/_slip/find\""))
        #expect(try status("GET \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie.dropLast(3))\r\n") == "401")
        #expect(try status("GET \(server.root)/a.html HTTP/1.1\r\nHost: evil.example\r\n\(cookie)") == "403")
        #expect(
            try status("GET \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie)Origin: http://evil.example\r\n") == "403"
        )
        #expect(
            try status(
                "GET \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie)Origin: http://localhost:\(server.port)\r\n")
                == "200")
        #expect(try status("POST \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie)") == "405")
        #expect(try status("DELETE \(server.root)/a.html HTTP/1.1\r\n\(host)\(cookie)") == "405")
    }

    @Test func `formulas in titles and sentences are rendered`() throws {
        let console = try Console(["a.md": "# Z $x^2$\n\n[[b]] has $\\alpha$.", "b.md": "# B"])
        let server = try Server(console)
        #expect(try server.get("/b.html").contains(">Z x²</a><p>b has α.</p>"))
        #expect(try server.get("/index.html").contains(">Z x²</a>"))
    }

    @Test func `links and keywords that stand only in comments are not shown`() throws {
        let console = try Console([
            "n.md": "# N %% T %%\n\nOpen #shown [[v]].\n\n%% [[t]] ![[p.png]] #hidden #both %%\n",
            "o.md": "#both %%word%%",
            "t.md": "# T", "v.md": "# V", "p.png": "1",
        ])
        let server = try Server(console)
        #expect(try !server.get("/n.html").contains("p.png"))
        #expect(try !server.get("/t.html").contains("Linked from"))
        let target = try server.get("/v.html")
        #expect(target.contains(">N</a><p>Open #shown v.</p>"), "\(target)")
        let keywords = try server.get("/_slip/keywords/index.html")
        #expect(!keywords.contains("hidden") && keywords.contains("#both</a> 1") && keywords.contains("#shown</a> 1"))
        #expect(try server.get("/_slip/keywords/hidden.html").hasPrefix("HTTP/1.1 404"))
        let both = try content(of: server.get("/_slip/keywords/both.html"))
        #expect(both.contains("o.html") && !both.contains("n.html"))
        #expect(try server.get("/_slip/keywords/shown.html").contains(">N</a>"))
        #expect(try !server.get("/_slip/find?q=word").contains("<mark>"))
    }

    @Test func `notes with a keyword in a comment do not displace others from its page`() throws {
        var files = ["z.md": "#both\n"]
        for number in 1...1000 { files["a\(number).md"] = "%% #both %%\n" }
        let console = try Console(files)
        let server = try Server(console)
        let page = try content(of: server.get("/_slip/keywords/both.html"))
        #expect(page.contains("z.html") && !page.contains("a1.html"))
    }

    /// Returns a page without its list of folders and notes.
    private func content(of page: String) throws -> Substring {
        page[try #require(page.firstRange(of: "<main")).lowerBound...]
    }

    @Test func `the server notifies a page that its note has changed`() throws {
        let console = try Console(["a.md": "# Box"])
        let server = try Server(console)
        let client = try TCPClient(port: server.port)
        client.send(
            "GET \(server.root)/_slip/events?path=a.md HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(server.cookie)\r\n\r\n"
        )
        #expect(client.receive(until: "text/event-stream").contains("text/event-stream"))
        try console.write("a.md", "# Box changed")
        #expect(client.receive(until: "data: changed").contains("data: changed"))
        let page = try server.get("/a.html")
        #expect(page.contains("Box changed"))
        // A change between the page and its request for events.
        let watched = page.split(separator: "data-watch=\"")[1].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
        try console.write("a.md", "# Box changed again")
        let late = try TCPClient(port: server.port)
        late.send(
            "GET \(server.root)/_slip/events?path=\(watched) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(server.cookie)\r\n\r\n"
        )
        #expect(late.receive(until: "data: changed").contains("data: changed"))
    }

    @Test func `a page never shows old sentences of a note that became shorter, and the server keeps running`() throws {
        let console = try Console(["a.md": "# A\n\n\n\n\n\nlink [[b]]\n", "b.md": "# B\n"])
        let server = try Server(console)
        #expect(try server.get("/b.html").contains("link b"))
        for text in ["# A\n", "# A\n\n\n\n\n\n\n\n[[b]]\n", ""] {
            try console.write("a.md", text)
            #expect(try server.get("/b.html").contains("<h1"))
        }
        #expect(try server.get("/_slip/keywords/%22.html").contains("404 Not Found"))
    }

    /// Runs a server with one response in the background while `body` uses its port.
    private func serving(
        _ response: HTTPResponse, _ limits: HTTPServer.Limits = HTTPServer.Limits(), _ body: (Int) throws -> Void
    ) throws {
        nonisolated(unsafe) let response = response
        nonisolated(unsafe) let server = try HTTPServer(port: 0, limits: limits) { _ in unsafe response }
        let isOver = Mutex(false)
        let port = Int(unsafe server.port)
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue(label: "server").async {
            while !isOver.withLock({ $0 }) { unsafe server.step(milliseconds: 50) }
            ended.signal()
        }
        defer {
            isOver.withLock { $0 = true }
            ended.wait()
        }
        try body(port)
    }

    /// Expects an answer to another client within five seconds.
    private func expectAnswer(_ port: Int) throws {
        let start = ContinuousClock.now
        let answer = try TCPClient(port: port).exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("hello\n") && ContinuousClock.now - start < .seconds(5))
    }

    @Test func `slow and silent clients do not keep others from answers`() throws {
        var limits = HTTPServer.Limits()
        limits.request = 1500
        try serving(HTTPResponse(200, "hello"), limits) { port in
            let slow = try (0..<64).map { _ in try TCPClient(port: port) }
            for _ in 0..<3 {
                for client in slow { client.send("G") }
                try expectAnswer(port)
            }
            // Those that take too long are closed.
            #expect(slow.last?.receive(until: "never") == "")
        }
    }

    @Test func `clients that do not read do not keep others from answers`() throws {
        // A hundred responses are more than the buffers of a connection hold.
        let large = String(repeating: "x", count: 1_000_000) + "hello"
        try serving(HTTPResponse(200, large)) { port in
            let deaf = try (0..<64).map { _ in try TCPClient(port: port) }
            for client in deaf { client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 100)) }
            for _ in 0..<3 { try expectAnswer(port) }
        }
    }

    @Test func `a client that floods the server does not keep others from answers`() throws {
        try serving(HTTPResponse(200, "hello")) { port in
            nonisolated(unsafe) let flood = try TCPClient(port: port)
            let isFlooding = Mutex(true)
            let ended = DispatchSemaphore(value: 0)
            let many = String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 1000)
            DispatchQueue(label: "flood").async {
                while isFlooding.withLock({ $0 }) { unsafe flood.send(many) }
                ended.signal()
            }
            DispatchQueue(label: "read").async {
                while isFlooding.withLock({ $0 }) { _ = unsafe flood.receive(until: "hello") }
                ended.signal()
            }
            for _ in 0..<3 { try expectAnswer(port) }
            isFlooding.withLock { $0 = false }
            // The reader would wait for an answer that does not come.
            unsafe flood.end()
            ended.wait()
            ended.wait()
            // Requests one after another on a connection, and sent at once.
            let client = try TCPClient(port: port)
            client.send(
                String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 50)
                    + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(client.receive(until: "never").ranges(of: "hello").count == 51)
        }
    }
}
