import SourceText
import System

/// Responses that a browser needs only if it does not have them yet (RFC 9110, section 13).
extension HTTPResponse {
    /// Creates a response with some bytes, or status 304 if the browser has them.
    init(_ bytes: [UInt8], _ type: String, for request: HTTPRequest) {
        let tag = "\"\(String(UInt64(bitPattern: ContentHash.hash(bytes)), radix: 16))\""
        let headers = [("ETag", tag), ("Cache-Control", "private, no-cache"), ("Content-Type", type)]
        let isKnown = Self.matches(request.header("if-none-match"), tag)
        self.init(isKnown ? 304 : 200, headers, .bytes(isKnown ? [] : bytes))
    }

    /// Creates a response with a file of the vault, or the part of it that the request asks for.
    init(_ file: InsideFile, _ type: MediaType, for request: HTTPRequest) {
        let size = file.status.size
        let tag = "\"\(file.status.inode)-\(size)-\(file.status.modified)\""
        var headers = [
            ("ETag", tag), ("Cache-Control", "private, no-cache"), ("Content-Type", type.name),
            ("Accept-Ranges", "bytes"),
            ("Content-Security-Policy", "sandbox; default-src 'none'"),
        ]
        if type.isDownload { headers.append(("Content-Disposition", "attachment")) }
        if Self.matches(request.header("if-none-match"), tag) {
            self.init(304, headers, .bytes([]))
            return
        }
        let isFresh = request.header("if-range").map { $0 == tag } ?? true
        let wanted = isFresh ? request.header("range") : nil
        switch wanted.map({ ByteRange($0, of: size) }) ?? .all {
        case .all: self.init(200, headers, .file(file, 0..<size))
        case .none: self.init(416, [("Content-Range", "bytes */\(size)")], .bytes([]))
        case .part(let range):
            headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            self.init(206, headers, .file(file, range))
        }
    }

    private static func matches(_ list: String?, _ tag: String) -> Bool {
        guard let list else { return false }
        return list == "*" || list.split(separator: ",").contains { $0.drop { $0 == " " }.hasSuffix(tag) }
    }
}

/// The part of a file that a `Range` header asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// The header has another unit or several ranges, which a server may ignore.
    case all
    case part(Range<Int64>)
    /// The range is outside the file.
    case none

    init(_ header: String, of size: Int64) {
        self = .all
        guard header.hasPrefix("bytes=") else { return }
        let parts = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) && $0.utf8.count <= 18 }) else {
            return
        }
        switch (Int64(parts[0]), Int64(parts[1])) {
        case (nil, nil): return
        case (nil, let count?): self = count == 0 || size == 0 ? .none : .part(max(0, size - count)..<size)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= size ? .none : .part(first..<min(last.map { $0 + 1 } ?? size, size))
        }
    }
}
