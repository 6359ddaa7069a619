import SourceText
import System

/// `slip-bench web`: how long `slip export --html` and the pages of `slip serve` take.
struct WebBenchmark {
    private static let times = 200

    let slip: String
    let workspace: Workspace
    let made: GeneratedVault
    let log: (String) -> Void

    func run() throws {
        try export()
        let server = try PipedProcess(
            [slip, "serve"].map { Array($0.utf8) },
            environment: ThisProcess.variables.map { Array("\($0.key)=\($0.value)".utf8) }, in: workspace.vault)
        guard let line = try server.read(upTo: Byte.newline), let client = try WebClient(line) else {
            throw BenchmarkError("the server prints no address")
        }
        _ = try client.get("/")
        ThisProcess.sleep(.seconds(3))
        func title(_ number: Int) -> String { String(decoding: made.title(number % 40 * 37), as: UTF8.self) }
        func page(_ number: Int) -> String {
            let path = made.path(ofNote: number % 40 * 37)
            return "/" + Self.encoded(path.prefix { $0 != Byte.dot }) + ".html"
        }
        var rows: [LatencyRow] = []
        func add(_ title: String, _ target: (Int) -> String, median: Double?) throws {
            log(title)
            let times = try LatencyRow.measure(Self.times) { _ = try client.get(target($0)) }
            rows.append(LatencyRow(title: title, times: times, median: median, worst: nil))
        }
        try add("page of a note", page, median: 2)
        try add("search for a title", { "/_slip/find?q=" + Self.encoded(title($0).utf8) }, median: 10)
        try add(
            "search for a word", { "/_slip/find?q=" + Self.encoded(title($0).split(separator: " ")[0].utf8) },
            median: 10)
        try add("suggestions", { "/_slip/suggest?q=" + Self.encoded(title($0).utf8.prefix(3)) }, median: nil)
        print(LatencyRow.table("serve", rows), terminator: "")
        _ = try? server.finish(milliseconds: 100)
    }

    /// Compares the export with the first index and a search of the same run.
    private func export() throws {
        // ext4 does not reuse the inodes of deleted files for some seconds, and creating files then takes several times as
        // long. Each export therefore gets a new folder, and all are deleted at the end.
        let sites = (0..<3).map { workspace.text("site-\($0)") }
        for site in sites { try? Files.removeTree(Array(site.utf8)) }
        defer { for site in sites { try? Files.removeTree(Array(site.utf8)) } }
        let output = workspace.path("web.txt")
        func seconds(_ words: [String]) throws -> Double {
            let start = ContinuousClock.now
            _ = try ChildProcess(
                ([slip] + words + ["--vault", workspace.vaultText]).map { Array($0.utf8) }, output: output
            ).wait()
            return (ContinuousClock.now - start) / .seconds(1)
        }
        func median(_ count: Int, _ words: [String]) throws -> Double {
            try (0..<count).map { _ in try seconds(words) }.sorted()[count / 2]
        }
        log("export")
        let index = try median(3, ["index", "--rebuild"])
        let exports = try sites.map { try seconds(["export", "--html", $0, "--scope", "all"]) }
        let first = exports.sorted()[1]
        let search = try median(9, ["search", "", "--scope", "all", "--format", "paths"])
        let again = try median(9, ["export", "--html", sites[0], "--scope", "all"])
        func row(_ name: String, _ time: Double, _ ratio: Double?, limit: Double?) -> [String] {
            [
                name, Report.decimal(time * 1000, 0), ratio.map { Report.decimal($0, 1) } ?? "",
                limit.map { Report.decimal($0, 1) } ?? "",
                limit.map { ratio ?? 0 <= $0 ? "yes" : "NO" } ?? "",
            ]
        }
        print(
            Report.table([
                ["export", "ms", "ratio", "target", "met"], row("first index", index, nil, limit: nil),
                row("export, compared with the first index", first, first / index, limit: 3),
                row("search of all notes", search, nil, limit: nil),
                row("export without changes, compared with the search", again, again / search, limit: 1.5),
            ]), terminator: "")
    }

    private static func encoded(_ bytes: some Collection<UInt8>) -> String {
        String(
            decoding: bytes.percentEncoded { $0.isLetter || $0.isDigit || $0 == Byte.slash }, as: UTF8.self)
    }
}

/// A browser that reads one page after the other on one connection.
private final class WebClient {
    private let socket: NetworkSocket
    private let host: String
    /// The path of all pages.
    private let root: String
    private var cookie = ""

    /// - Parameter line: the address that the server prints. Returns nil if it is none.
    init?(_ line: [UInt8]) throws {
        let address = String(decoding: line, as: UTF8.self)
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, let port = parts[2].split(separator: ":").last.flatMap({ UInt16($0) }) else {
            return nil
        }
        host = String(parts[2])
        socket = try NetworkSocket(loopbackPort: port)
        root = "/\(parts[3])"
        let head = try request("/" + parts[4].filter { !$0.isWhitespace })
        guard let start = head.firstRange(of: "Set-Cookie: ") else { return nil }
        cookie = String(head[start.upperBound...].prefix { $0 != ";" })
    }

    /// Returns the length of a page.
    func get(_ target: String) throws -> Int {
        let response = try request(target)
        guard response.hasPrefix("HTTP/1.1 200") else {
            throw BenchmarkError("'\(target)': \(response.prefix(40))")
        }
        return response.utf8.count
    }

    private func request(_ target: String) throws -> String {
        _ = socket.write(Array("GET \(root)\(target) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n".utf8)[...])
        var bytes: [UInt8] = []
        while true {
            _ = Waiting.ready([socket.descriptor], milliseconds: 10_000)
            guard let piece = socket.read(limit: 1 << 18), !piece.isEmpty else {
                throw BenchmarkError("the server does not answer '\(target)'")
            }
            bytes += piece
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n"), let start = text.firstRange(of: "Content-Length: "),
                let length = Int(text[start.upperBound...].prefix { $0.isNumber })
            else { continue }
            if text[end.upperBound...].utf8.count >= length { return text }
        }
    }
}
