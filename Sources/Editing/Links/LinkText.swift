import Notes
import SearchIndex
import SourceText
import VaultFiles

/// The possible texts of a reference after a move, in the form of the original text.
struct LinkText {
    let reference: Reference
    let folder: VaultPath
    let target: VaultPath
    /// The path for a name that no longer suffices.
    var path = LinkSettings.Path.shortest

    /// Whether the reference is a path, which other Markdown programs follow, rather than a name.
    var isPath: Bool {
        switch reference.origin {
        // A title can contain a slash too.
        case .body(.wiki, _), .links, .property: base != nil && (reference.target.contains("/") || namesFolder)
        case .body, .attachments, .path, .canvasFile: base != nil
        }
    }

    /// Whether the reference leads to an index note by the name of its folder.
    var namesFolder: Bool { ownBase == nil && base != nil }

    /// Returns whether programs that know only file names resolve the reference to `path`.
    func names(_ path: VaultPath) -> Bool {
        let written = FileName.identity(reference.target)
        return written == FileName.identity(path.stem.text) || written == FileName.identity(path.name.text)
    }

    /// The start of the written path: the note's folder, the root, or any folder (`end`: the last parts of the path).
    private enum PathBase { case folder, root, end }

    private var written: VaultPath { VaultPath(reference.target) }

    /// The start of the path, or nil if it does not lead to the target or its folder.
    private var base: PathBase? { ownBase ?? (IndexNote.rank(target) != nil ? base(of: [target.folder]) : nil) }

    private var ownBase: PathBase? { base(of: [target, target.withoutExtension]) }

    private func base(of targets: [VaultPath]) -> PathBase? {
        let folded = targets.map { Folding.fold($0.text) }
        let hasSlash = reference.target.utf8.contains(Byte.slash)
        let wiki =
            switch reference.origin {
            case .body(.wiki, _), .property: true
            default: false
            }
        // Without a slash it is a name, not a path from the root.
        let root = hasSlash ? VaultPath.root.resolving(written) : nil
        let near = isAbsolute ? nil : folder.resolving(written)
        let order: [(PathBase, VaultPath?)] = [(.folder, near), (.root, root)]
        for (base, found) in wiki ? order.reversed() : order {
            if let found, folded.contains(Folding.fold(found.text)) { return base }
        }
        guard hasSlash else { return nil }
        let ends = targets.compactMap { $0.end(written.parts.count)?.text }
        return ends.contains { Folding.fold($0) == Folding.fold(reference.target) } ? .end : nil
    }

    private var isAbsolute: Bool { reference.target.utf8.first == Byte.slash }

    private var hasExtension: Bool { Folding.fold(written.name.text) == Folding.fold(target.name.text) }

    /// Returns whether the reference, relative to `newFolder`, is exactly the path of `newTarget`.
    func isRelativePath(from newFolder: VaultPath, to newTarget: VaultPath) -> Bool {
        guard isPath, base == .folder, let path = newFolder.resolving(written) else { return false }
        if namesFolder { return path == newTarget.folder }
        return path == (hasExtension ? newTarget : newTarget.withoutExtension)
    }

    /// Returns texts that may lead from `newFolder` to `newTarget`, most similar to the original first.
    func candidates(from newFolder: VaultPath, to newTarget: VaultPath) -> [String] {
        if namesFolder {
            let isIndex = IndexNote.rank(newTarget) != nil
            return (isIndex ? paths(newTarget.folder, newTarget.folder, from: newFolder) : [])
                + complete(newTarget, from: newFolder)
        }
        let isWhole = hasExtension || [.attachments, .canvasFile].contains(reference.origin)
        return paths(isWhole ? newTarget : newTarget.withoutExtension, newTarget, from: newFolder)
    }

    /// - Parameter whole: the path, with or without extension like the reference.
    private func paths(_ whole: VaultPath, _ newTarget: VaultPath, from newFolder: VaultPath) -> [String] {
        var ways: [VaultPath] = []
        switch isPath ? base : nil {
        case nil:
            ways.append(whole.name)
            if path == .relative { ways.append(relative(whole, to: newFolder)) }
        case .folder: ways.append(relative(whole, to: newFolder))
        case .root: break
        // As many folders as in the original come first, then more, which are less ambiguous.
        case .end:
            let count = written.parts.count
            ways += (count...max(count, whole.parts.count)).compactMap { whole.end($0) }
        }
        let slash = isAbsolute ? VaultPath("/") : .root
        ways.append(VaultPath(bytes: slash.bytes + whole.bytes))
        return ways.filter(\.isText).map { closed($0.text) } + complete(newTarget, from: newFolder).map(closed)
    }

    /// Returns full paths, for targets that a shorter text does not reach.
    private func complete(_ newTarget: VaultPath, from newFolder: VaultPath) -> [String] {
        let ways = [
            relative(newTarget, to: newFolder), newTarget, VaultPath(bytes: [Byte.slash] + newTarget.bytes),
        ]
        return ways.filter(\.isText).map(\.text)
    }

    /// Returns a text with a slash at the end if the reference has one.
    private func closed(_ way: String) -> String {
        guard reference.target.hasSuffix("/"), !way.hasSuffix("/") else { return way }
        return way + "/"
    }

    /// Returns the path of `path` from a folder in the style of the reference: with its `./`, and with its superfluous
    /// `../`.
    private func relative(_ path: VaultPath, to newFolder: VaultPath) -> VaultPath {
        let extra = Self.stepsUp(written) - Self.stepsUp(target.relative(to: folder))
        var relative = path.relative(to: newFolder)
        let steps = Self.stepsUp(relative) + max(0, extra)
        if extra > 0, steps <= newFolder.parts.count {
            let above = newFolder.parts.dropLast(steps).reduce(VaultPath.root) { $0.appending($1) }
            let up = Array(repeating: VaultPath(".."), count: steps).reduce(VaultPath.root) { $0.appending($1) }
            relative = path == above ? up : up.appending(path.relative(to: above))
        }
        let dotted = reference.target.hasPrefix("./") && relative.bytes.first != Byte.dot
        return dotted ? VaultPath(bytes: [Byte.dot, Byte.slash] + relative.bytes) : relative
    }

    private static func stepsUp(_ path: VaultPath) -> Int {
        path.parts.prefix { $0.bytes == [Byte.dot, Byte.dot] }.count
    }
}
