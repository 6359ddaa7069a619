/// A path relative to the root of a vault, with parts joined by `/`. The root is the empty path.
///
/// File names on Linux are bytes and need not be UTF-8, so a path is stored as bytes and displayed as `text`. Paths are
/// equal only if all bytes are, and are ordered by bytes.
package struct VaultPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let bytes: [UInt8]

    package static let root = VaultPath(bytes: [])

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The path as text. Bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { text }

    /// Whether every byte of the path is UTF-8, so that `text` is lossless.
    package var isText: Bool { Array(text.utf8) == bytes }

    package var isRoot: Bool { bytes.isEmpty }

    /// Whether no part is empty, `.` or `..`, so that the path cannot leave the vault. True for scanned and resolved
    /// paths, but false for the root.
    package var staysInside: Bool {
        bytes.split(separator: Byte.slash, omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.elementsEqual([Byte.dot]) && !$0.elementsEqual([Byte.dot, Byte.dot])
        }
    }

    /// Hashes eight bytes at a time. The standard library hashes single bytes, and paths are looked up 100,000 times.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        let span = bytes.span
        var index = 0
        while index < span.count {
            var word: UInt64 = 0
            for offset in index..<min(index + 8, span.count) { word = word << 8 | UInt64(span[offset]) }
            hasher.combine(word)
            index += 8
        }
    }

    package static func < (a: VaultPath, b: VaultPath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    private var slash: Int? { bytes.lastIndex(of: Byte.slash) }

    /// The folder that contains the path. The folder of the root is the root.
    package var folder: VaultPath { VaultPath(bytes: Array(bytes[..<(slash ?? 0)])) }

    /// The last part, with its extension.
    package var name: VaultPath { VaultPath(bytes: Array(bytes[(slash.map { $0 + 1 } ?? 0)...])) }

    /// The last part without its extension. A name whose only dot is the first character has none.
    package var stem: VaultPath {
        let name = name.bytes
        guard let dot = name.lastIndex(of: Byte.dot), dot > 0 else { return VaultPath(bytes: name) }
        return VaultPath(bytes: Array(name[..<dot]))
    }

    /// The text after the last dot of the name, with ASCII letters in lower case. Empty if there is none.
    package var pathExtension: String {
        let name = name.bytes
        guard let dot = name.lastIndex(of: Byte.dot), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...].map(\.lowercased), as: UTF8.self)
    }

    /// The path without its extension: `Ideas/Box` for `Ideas/Box.md`.
    package var withoutExtension: VaultPath { folder.appending(stem) }

    /// The parts between the slashes. Empty for the root.
    package var parts: [VaultPath] { bytes.split(separator: Byte.slash).map { VaultPath(bytes: Array($0)) } }

    /// Returns the last `count` parts, or nil if there are fewer: `B/x.md` of `A/B/x.md` for 2. Complexity: O(length).
    package func end(_ count: Int) -> VaultPath? {
        var left = count
        var index = bytes.count
        while index > 0 {
            if bytes[index - 1] == Byte.slash {
                left -= 1
                if left == 0 { return VaultPath(bytes: Array(bytes[index...])) }
            }
            index -= 1
        }
        return left == 1 ? self : nil
    }

    package func appending(_ part: VaultPath) -> VaultPath {
        if isRoot { return part }
        if part.isRoot { return self }
        return VaultPath(bytes: bytes + [Byte.slash] + part.bytes)
    }

    package func appending(_ part: String) -> VaultPath { appending(VaultPath(part)) }

    /// Whether the path is `folder` or below it. Every path is inside the root.
    package func isInside(_ folder: VaultPath) -> Bool {
        if folder.isRoot { return true }
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Byte.slash
    }

    /// Returns the path after `from` is moved to `to`. Unchanged if it is not inside `from`.
    package func moved(from: VaultPath, to: VaultPath) -> VaultPath {
        guard !from.isRoot, isInside(from) else { return self }
        return VaultPath(bytes: to.bytes + bytes.dropFirst(from.bytes.count))
    }

    /// Resolves `reference` from the folder `self`, or from the root of the vault if it starts with `/`. Removes `.`,
    /// `..` and repeated slashes. Returns nil if the result is outside the vault.
    package func resolving(_ reference: VaultPath) -> VaultPath? {
        var parts = reference.bytes.first == Byte.slash ? [] : self.parts
        for part in reference.parts {
            if part.bytes == [Byte.dot] { continue }
            if part.bytes == [Byte.dot, Byte.dot] {
                if parts.popLast() == nil { return nil }
            } else {
                parts.append(part)
            }
        }
        return VaultPath(bytes: Array(parts.map(\.bytes).joined(separator: [Byte.slash])))
    }

    /// Returns this path relative to the folder `base`: `../Ideas/Box.md`. The base itself is `.`.
    package func relative(to base: VaultPath) -> VaultPath {
        let from = base.bytes.split(separator: Byte.slash)
        let to = bytes.split(separator: Byte.slash)
        var shared = 0
        while shared < from.count, shared < to.count, from[shared] == to[shared] { shared += 1 }
        let up = Array(repeating: [Byte.dot, Byte.dot][...], count: from.count - shared)
        let steps = up + to[shared...]
        return steps.isEmpty ? VaultPath(".") : VaultPath(bytes: Array(steps.joined(separator: [Byte.slash])))
    }
}
