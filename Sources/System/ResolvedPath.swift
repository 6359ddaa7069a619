import SourceText

/// An absolute path without `.`, `..` and symbolic links. Unlike for `Files.realPath`, its last parts need not exist.
package struct ResolvedPath {
    package private(set) var bytes: [UInt8] = []

    package init(_ path: [UInt8]) {
        var rest = Array(path.split(separator: Byte.slash).reversed())
        // The limit of Linux: path_resolution(7).
        var links = 40
        while let part = rest.popLast() {
            if part.elementsEqual([Byte.dot]) { continue }
            if part.elementsEqual([Byte.dot, Byte.dot]) {
                bytes = Array(bytes[..<(bytes.lastIndex(of: Byte.slash) ?? 0)])
                continue
            }
            let next = bytes + [Byte.slash] + part
            if links > 0, let target = Files.linkText(next) {
                links -= 1
                if target.first == Byte.slash { bytes = [] }
                rest += target.split(separator: Byte.slash).reversed()
            } else {
                bytes = next
            }
        }
        if bytes.isEmpty { bytes = [Byte.slash] }
    }
}
