import SourceText

/// Names of git objects in binary form.
///
/// `of` computes the name of a blob from its bytes as git stores them: a hash of `blob SIZE`, a NUL and the bytes. For
/// a file whose line ends git converts, use `Repository.blobNames`. `bytes` and `text` convert the name of any object
/// from and to hexadecimal digits.
///
/// https://git-scm.com/docs/hash-function-transition
package enum BlobName {
    /// The hash function of a repository, named as git names it.
    package enum Format: String, Sendable { case sha1, sha256 }

    /// Returns the name of the blob with this content, in binary form.
    ///
    /// Complexity: O(bytes).
    package static func of(_ bytes: [UInt8], _ format: Format) -> [UInt8] {
        let object = Array("blob \(bytes.count)".utf8) + [0] + bytes
        return switch format {
        case .sha1: SHA1.hash(object)
        case .sha256: SHA256.hash(object)
        }
    }

    /// Decodes an even number of hexadecimal digits. Returns nil for anything else.
    package static func bytes(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexValue, let low = digits[index + 1].hexValue else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    package static func text(_ bytes: [UInt8]) -> String { bytes.hexadecimal }
}
