import Notes
import SourceText
import VaultFiles

/// Writes a reference anew so that it leads to another path, in the form it was written in.
struct LinkText {
    /// The reference as it is written.
    let reference: Reference
    /// The folder of its note, and what it led to.
    let folder: VaultPath
    let target: VaultPath

    /// Whether it is written as a path, which other Markdown programs follow, rather than as a name.
    var isPath: Bool {
        switch reference.origin {
        // A title may hold a slash too.
        case .body(.wiki, _), .links, .property: reference.target.contains("/") && base != nil
        case .body, .attachments: base != nil
        }
    }

    /// Whether programs that know of a note no more than its file's name take it for the one at `path`.
    func names(_ path: VaultPath) -> Bool {
        let written = FileName.identity(reference.target)
        return written == FileName.identity(path.stem.text) || written == FileName.identity(path.name.text)
    }

    private enum Base { case folder, root, end }

    /// What the path is read from; nil where it is none that leads to the target.
    private var base: Base? {
        let path = VaultPath(reference.target)
        let folded = [Folding.fold(target.text), Folding.fold(target.withoutExtension.text)]
        let hasSlash = reference.target.utf8.contains(Byte.slash)
        let wiki =
            switch reference.origin {
            case .body(.wiki, _), .property: true
            default: false
            }
        // Without a slash it is no path from the root, but a name.
        let root = hasSlash ? VaultPath.root.resolving(path) : nil
        let order: [(Base, VaultPath?)] = [(.folder, folder.resolving(path)), (.root, root)]
        for (base, found) in wiki ? order.reversed() : order {
            if let found, folded.contains(Folding.fold(found.text)) { return base }
        }
        guard hasSlash else { return nil }
        let ends = [target, target.withoutExtension].compactMap { $0.end(path.parts.count)?.text }
        return ends.contains { Folding.fold($0) == Folding.fold(reference.target) } ? .end : nil
    }

    private var hasExtension: Bool {
        Folding.fold(VaultPath(reference.target).name.text) == Folding.fold(target.name.text)
    }

    /// Ways to write it so that it leads from `newFolder` to `newTarget`, the most alike first.
    func candidates(from newFolder: VaultPath, to newTarget: VaultPath) -> [String] {
        let whole = hasExtension || reference.origin == .attachments ? newTarget : newTarget.withoutExtension
        var ways: [VaultPath] = []
        switch isPath ? base : nil {
        case nil: ways.append(whole.name)
        case .folder: ways.append(relative(whole, to: newFolder))
        case .root: break
        // As many folders as were given, more where those mean another file.
        case .end:
            let count = VaultPath(reference.target).parts.count
            ways += (count...max(count, whole.parts.count)).compactMap { whole.end($0) }
        }
        let slash = reference.target.hasPrefix("/") ? VaultPath("/") : .root
        ways.append(VaultPath(bytes: slash.bytes + whole.bytes))
        // With everything said, where less would mean something else.
        ways += [relative(newTarget, to: newFolder), newTarget, VaultPath(bytes: [Byte.slash] + newTarget.bytes)]
        return ways.filter(\.isText).map(\.text)
    }

    private func relative(_ path: VaultPath, to folder: VaultPath) -> VaultPath {
        let relative = path.relative(to: folder)
        let dotted = reference.target.hasPrefix("./") && relative.bytes.first != Byte.dot
        return dotted ? VaultPath(bytes: [Byte.dot, Byte.slash] + relative.bytes) : relative
    }

    /// The bytes to put in the place of the destination; nil where its form cannot hold the text.
    static func written(_ text: String, _ style: Link.Style) -> [UInt8]? {
        switch style {
        case .wiki: return text.contains(where: { "|#[]^\n".contains($0) }) ? nil : Array(text.utf8)
        case .bare: return encoded(Array(text.utf8)) { $0 <= Byte.space || "()<>\"\\#?%&*_`[]".utf8.contains($0) }
        case .angle: return encoded(Array(text.utf8)) { $0 < Byte.space || "<>\\#%&".utf8.contains($0) }
        }
    }

    /// Percent-encodes what the form cannot hold as it is; letters of every script stay readable.
    private static func encoded(_ bytes: [UInt8], _ isUnsafe: (UInt8) -> Bool) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return bytes.flatMap { byte in
            // An underscore inside a destination is no emphasis.
            isUnsafe(byte) && byte != Byte.underscore
                ? [Byte.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
        }
    }
}
