import SourceText
package import System

/// A response to a request.
package struct HTTPResponse {
    package enum Body {
        case bytes([UInt8])
        /// A part of an open file.
        case file(InsideFile, Range<Int64>)
        /// Events that the server sends until the connection ends. The file at the path is watched. `since` is the time
        /// of its last change that the page shows (`FileStatus.changed`), or nil for the current one.
        case events(watching: [UInt8], since: Int64?)
    }

    package var status: Int
    package var headers: [(name: String, value: String)] = []
    package var body: Body

    package init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
        self.status = status
        headers = [("Content-Type", type)]
        body = .bytes(bytes)
    }

    package init(_ status: Int, _ headers: [(name: String, value: String)], _ body: Body) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Creates a response of plain text, for an error.
    package init(_ status: Int, _ text: String) {
        self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
    }

    private static let reasons = [
        200: "OK", 206: "Partial Content", 303: "See Other", 304: "Not Modified", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
        413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        503: "Service Unavailable",
        505: "HTTP Version Not Supported",
    ]

    /// The length of the body, or nil if it has no end.
    private var length: Int64? {
        switch body {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let range): Int64(range.count)
        case .events: nil
        }
    }

    /// The status line and headers, with the empty line after them.
    func head(keepsAlive: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Unknown")\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let length, status != 304 { head += "Content-Length: \(length)\r\n" }
        head += "Connection: \(keepsAlive && length != nil ? "keep-alive" : "close")\r\n"
        head +=
            "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
        return Array((head + "\r\n").utf8)
    }
}
