import SourceText
package import System

/// A request without a body, or with a small form (RFC 9112).
package struct HTTPRequest: Hashable, Sendable {
    package var method: String
    /// The decoded segments of the path. None is empty but the last one of a folder.
    package var segments: [[UInt8]]
    /// The decoded fields of the query, in order.
    package var fields: [Field]
    /// The headers with their names in lower case, in order.
    package var headers: [Field]
    /// The decoded fields of the form that is the body, in order.
    package var form: [Field] = []
    /// Whether the connection stays open after the response.
    package var keepsAlive: Bool
    /// The other end of the connection, if it has an address of version 4 of the Internet Protocol.
    package var client: NetworkAddress?

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    package func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns the value of a cookie (RFC 6265, section 5.4).
    package func cookie(_ name: String) -> String? {
        for header in headers where header.name == "cookie" {
            for part in header.value.split(separator: ";") {
                let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if pair.count == 2, pair[0] == name { return String(pair[1]) }
            }
        }
        return nil
    }
}

/// A request that cannot be answered, with the status of the response. The connection is then closed.
package struct HTTPFault: Error, Hashable, Sendable {
    package var status: Int
    package var reason: String
}

/// Splits the bytes of a connection into requests. Accepts only what RFC 9112 requires, so that no two programs can read
/// a request differently.
package struct HTTPRequestReader {
    package static let longestTarget = 8192
    package static let longestHead = 16384
    package static let mostHeaders = 100
    package static let longestForm = 4096

    private var bytes: [UInt8] = []
    /// The offset up to which no line end was found.
    private var searched = 0
    /// The head of a request whose body is not complete.
    private var pending: (request: HTTPRequest, start: Int, length: Int)?

    package init() {}

    /// Whether a part of a request has been received.
    package var isInside: Bool { !bytes.isEmpty }

    package mutating func add(_ bytes: [UInt8]) { self.bytes += bytes }

    /// Removes the next request from the input and returns it, or nil if it is not complete. Complexity: O(bytes added).
    package mutating func next() throws(HTTPFault) -> HTTPRequest? {
        // A server should ignore empty lines before a request (2.2).
        while bytes.starts(with: Array("\r\n".utf8)) { bytes.removeFirst(2) }
        if pending == nil, let head = try nextHead() { pending = head }
        guard let (head, start, length) = pending else { return nil }
        let body = bytes[start...].prefix(length)
        if body.count < length { return nil }
        var request = head
        request.form = try Self.fields(body)
        bytes.removeFirst(start + length)
        (searched, pending) = (0, nil)
        return request
    }

    /// Returns the head of the next request, with the place and length of its body. Nil if it is not complete.
    private mutating func nextHead() throws(HTTPFault) -> (request: HTTPRequest, start: Int, length: Int)? {
        guard let end = headEnd() else {
            if bytes.count > Self.longestHead {
                let isTarget = !bytes.prefix(Self.longestTarget).contains(Byte.newline)
                throw isTarget ? HTTPFault(status: 414, reason: "the address is too long") : Self.tooLarge
            }
            return nil
        }
        if end > Self.longestHead { throw Self.tooLarge }
        let request = try Self.request(bytes[..<end])
        return (request, end + 4, try Self.formLength(request))
    }

    /// Returns the number of bytes of the form of a request. Only a form may be a body, and only after a POST.
    private static func formLength(_ request: HTTPRequest) throws(HTTPFault) -> Int {
        let lengths = request.headers.filter { $0.name == "content-length" }.map(\.value)
        if request.header("transfer-encoding") == nil, lengths.allSatisfy({ $0 == "0" }) { return 0 }
        guard request.method == "POST", request.header("transfer-encoding") == nil, lengths.count == 1,
            request.header("content-type") == "application/x-www-form-urlencoded",
            lengths[0].utf8.allSatisfy(\.isDigit), let length = Int(lengths[0]), length <= longestForm
        else { throw HTTPFault(status: 413, reason: "requests must have no body") }
        return length
    }

    private static let tooLarge = HTTPFault(status: 431, reason: "the headers are too long")

    private static func malformed(_ reason: String) -> HTTPFault { HTTPFault(status: 400, reason: reason) }

    /// Returns the offset of the empty line that ends the head.
    private mutating func headEnd() -> Int? {
        var index = searched
        while index + 4 <= bytes.count {
            if bytes[index] == Byte.carriageReturn, bytes[index + 1] == Byte.newline,
                bytes[index + 2] == Byte.carriageReturn, bytes[index + 3] == Byte.newline
            {
                return index
            }
            index += 1
        }
        searched = index
        return nil
    }

    private static func request(_ head: ArraySlice<UInt8>) throws(HTTPFault) -> HTTPRequest {
        var lines: [ArraySlice<UInt8>] = []
        var start = head.startIndex
        for index in head.indices where head[index] == Byte.newline {
            guard index > start, head[index - 1] == Byte.carriageReturn else { throw malformed("a line has no CR") }
            lines.append(head[start..<index - 1])
            start = index + 1
        }
        lines.append(head[start...])
        let parts = lines[0].split(separator: Byte.space, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isLetter) else {
            throw malformed("the request line is malformed")
        }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw version.hasPrefix("HTTP/")
                ? HTTPFault(status: 505, reason: "only HTTP/1.1 is supported") : malformed("the version is malformed")
        }
        if lines.count - 1 > mostHeaders { throw tooLarge }
        var headers: [HTTPRequest.Field] = []
        for line in lines.dropFirst() { headers.append(try header(line)) }
        func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
        let hosts = values("host")
        if hosts.count > 1 || version == "HTTP/1.1" && hosts.isEmpty { throw malformed("there must be one Host") }
        let target = try Target(parts[1])
        if let host = target.host, !hosts.contains(host) { throw malformed("two hosts are named") }
        let connection = values("connection").joined(separator: ",").lowercased().split(separator: ",").map {
            $0.drop { $0 == " " }
        }
        return HTTPRequest(
            method: String(decoding: parts[0], as: UTF8.self), segments: target.segments, fields: target.fields,
            headers: headers,
            keepsAlive: version == "HTTP/1.1" ? !connection.contains("close") : connection.contains("keep-alive"))
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(HTTPFault) -> HTTPRequest.Field {
        guard let colon = line.firstIndex(of: Byte.colon), colon > line.startIndex else {
            throw malformed("a header is malformed")
        }
        let name = line[..<colon]
        guard name.allSatisfy({ $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }) else {
            throw malformed("the name of a header is malformed")
        }
        let value = line[(colon + 1)...].drop(while: \.isBlank)
        guard value.allSatisfy({ $0 == Byte.tab || $0 >= 0x20 && $0 != 0x7F }) else {
            throw malformed("a header contains control characters")
        }
        let trimmed = value.prefix(value.count - value.reversed().prefix(while: \.isBlank).count)
        return HTTPRequest.Field(
            name: String(decoding: name, as: UTF8.self).lowercased(), value: String(decoding: trimmed, as: UTF8.self))
    }

    /// The target of a request (RFC 9112, section 3.2).
    private struct Target {
        var host: String?
        var segments: [[UInt8]] = []
        var fields: [HTTPRequest.Field] = []

        init(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
            if bytes.count > longestTarget { throw HTTPFault(status: 414, reason: "the address is too long") }
            guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw malformed("the address is malformed") }
            var rest = bytes
            let scheme = Array("http://".utf8)
            if rest.starts(with: scheme) {
                rest = rest.dropFirst(scheme.count)
                let end = rest.firstIndex(of: Byte.slash) ?? rest.endIndex
                host = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[end...]
            }
            guard rest.first == Byte.slash else { throw malformed("the address must begin with /") }
            let query = rest.firstIndex(of: Byte.question)
            for part in rest[..<(query ?? rest.endIndex)].dropFirst().split(
                separator: Byte.slash, omittingEmptySubsequences: false)
            {
                segments.append(try HTTPRequestReader.decoded(part))
            }
            if let query { fields = try HTTPRequestReader.fields(rest[(query + 1)...]) }
        }
    }

    /// Returns the fields of a query or a form, with `+` for spaces.
    private static func fields(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> [HTTPRequest.Field] {
        var fields: [HTTPRequest.Field] = []
        for part in bytes.split(separator: Byte.ampersand) {
            let pair = part.split(separator: Byte.equals, maxSplits: 1, omittingEmptySubsequences: false)
            var texts: [String] = []
            for text in pair {
                let spaced = text.map { $0 == Byte.plus ? Byte.space : $0 }
                texts.append(String(decoding: try decoded(spaced[...]), as: UTF8.self))
            }
            fields.append(HTTPRequest.Field(name: texts[0], value: texts.count > 1 ? texts[1] : ""))
        }
        return fields
    }

    /// Decodes percent-encoding. A `%` without two digits is an error, unlike in links of notes.
    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> [UInt8] {
        for index in bytes.indices where bytes[index] == Byte.percent {
            guard index + 2 < bytes.endIndex, bytes[index + 1].hexValue != nil, bytes[index + 2].hexValue != nil
            else { throw malformed("a % is malformed") }
        }
        return bytes.percentDecoded
    }
}
