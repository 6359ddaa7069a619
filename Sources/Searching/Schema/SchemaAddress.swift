import SourceText

/// An absolute URI of a schema, with what a reference adds to it (RFC 3986, section 5).
struct SchemaAddress: Hashable, Sendable {
    /// The scheme with its colon, such as `https:`.
    private var scheme = ""
    /// The host with its slashes, such as `//example.com`, or nil if there is none.
    private var authority: String?
    private var path = ""
    private var query: String?
    /// The part after `#`, with decoded percent escapes.
    var fragment: String?

    /// The address of a file without `$id`.
    static let file = SchemaAddress("vault:///schema.json")

    /// Splits a reference into its parts, which may all be missing (RFC 3986, appendix B).
    init(_ reference: String) {
        var rest = reference[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = Self.decoded(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[mark...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), rest.first?.isLetter == true,
            rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        {
            scheme = rest[...colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    private static func decoded(_ text: Substring) -> String {
        String(validating: Array(text.utf8)[...].percentDecoded, as: UTF8.self) ?? String(text)
    }

    /// The address without its fragment.
    var resource: SchemaAddress {
        var address = self
        address.fragment = nil
        return address
    }

    /// Returns the address that a reference names in a schema with this address (RFC 3986, section 5.2.2).
    func resolving(_ reference: String) -> SchemaAddress {
        var target = SchemaAddress(reference)
        if !target.scheme.isEmpty { return target.normalized }
        target.scheme = scheme
        if target.authority != nil { return target.normalized }
        target.authority = authority
        if target.path.isEmpty {
            target.path = path
            target.query = target.query ?? query
        } else if !target.path.hasPrefix("/") {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? (authority == nil ? "" : "/")
            target.path = folder + target.path
        }
        return target.normalized
    }

    /// The address without the steps `.` and `..`.
    private var normalized: SchemaAddress {
        guard path.hasPrefix("/") else { return self }
        var parts: [Substring] = []
        let written = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, part) in written.enumerated() {
            let isLast = index == written.count - 1
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
            if isLast, part == "." || part == ".." { parts.append("") }
        }
        var address = self
        address.path = "/" + parts.joined(separator: "/")
        return address
    }

    /// The address as text, with an encoded fragment only for people.
    var text: String {
        scheme + (authority ?? "") + path + (query ?? "") + (fragment.map { "#\($0)" } ?? "")
    }
}
