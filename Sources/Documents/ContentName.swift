import SourceText

/// Names of contents: no other content with the same name can be constructed.
package enum ContentName {
    /// Returns the SHA-256 hash of `bytes` as 64 hexadecimal digits.
    ///
    /// Complexity: O(bytes).
    package static func sha256(_ bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimal }
}
