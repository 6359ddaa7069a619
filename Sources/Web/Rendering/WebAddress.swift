/// Rules for addresses in notes that others wrote.
package enum WebAddress {
    private static let schemes: Set<String> = ["http", "https", "mailto", "ftp", "tel"]

    /// Whether a browser can open an address without running a program or reading a local file: it has no scheme, or
    /// one of the web. Browsers ignore control characters in a scheme (URL Standard 4.4).
    package static func isSafe(_ address: String) -> Bool {
        let scalars = address.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
        guard let colon = scalars.firstIndex(of: ":") else { return true }
        let scheme = scalars[..<colon]
        let isScheme = scheme.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains($0))
        }
        return !isScheme || schemes.contains(String(String.UnicodeScalarView(scheme)).lowercased())
    }
}
