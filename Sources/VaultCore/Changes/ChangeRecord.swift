import SourceText

/// A change as it is written down before its first step, so that an interrupted one can be told of and taken back.
///
/// One line an operation: a word and its paths, percent-encoded. Contents are not in it: the new content of a file waits
/// in a numbered file of the record's folder, and by the exchange that puts it in place the old one comes to lie there.
struct ChangeRecord {
    enum Step: Hashable {
        case write(VaultPath, before: Int64, after: Int64)
        case create(VaultPath, after: Int64)
        case move(VaultPath, VaultPath)
        case makeFolder(VaultPath)
        case removeFolder(VaultPath)
    }

    var title: String
    var steps: [Step]

    init(_ plan: ChangePlan) {
        title = plan.title
        steps = plan.operations.map { operation in
            switch operation {
            case .write(let path, let before, let after):
                .write(path, before: ContentHash.hash(before), after: ContentHash.hash(after))
            case .create(let path, let bytes): .create(path, after: ContentHash.hash(bytes))
            case .move(let from, let to): .move(from, to)
            case .makeFolder(let path): .makeFolder(path)
            case .removeFolder(let path): .removeFolder(path)
            }
        }
    }

    // MARK: Text

    /// The record's text, with the stamp of the vault it is for.
    func bytes(stamp: String) -> [UInt8] {
        var lines = ["slip-change 2 \(stamp)", "title \(PercentText.encoded(Array(title.utf8)))"]
        for step in steps {
            switch step {
            case .write(let path, let before, let after):
                lines.append("write \(PercentText.encoded(path.bytes)) \(before) \(after)")
            case .create(let path, let after): lines.append("create \(PercentText.encoded(path.bytes)) \(after)")
            case .move(let from, let to):
                lines.append("move \(PercentText.encoded(from.bytes)) \(PercentText.encoded(to.bytes))")
            case .makeFolder(let path): lines.append("mkdir \(PercentText.encoded(path.bytes))")
            case .removeFolder(let path): lines.append("rmdir \(PercentText.encoded(path.bytes))")
            }
        }
        // Without its last line a record was not written to its end, and nothing was done yet.
        return Array((lines + ["end", ""]).joined(separator: "\n").utf8)
    }

    /// Reads a record; nil where it is not whole, was made elsewhere, or names a path that slip would not change.
    init?(_ bytes: [UInt8], stamp: String) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, lines[0] == "slip-change 2 \(stamp)", lines[lines.count - 2] == "end", lines.last == "",
            lines[1].hasPrefix("title "), let title = PercentText.decoded(lines[1].dropFirst(6))
        else { return nil }
        self.title = String(decoding: title, as: UTF8.self)
        steps = []
        for line in lines[2..<lines.count - 2] {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            func path(_ index: Int) -> VaultPath? {
                guard index < parts.count, let bytes = PercentText.decoded(parts[index]) else { return nil }
                let path = VaultPath(bytes: bytes)
                return Self.isChangeable(path) ? path : nil
            }
            func number(_ index: Int) -> Int64? { index < parts.count ? Int64(parts[index]) : nil }
            switch parts[0] {
            case "write":
                guard let path = path(1), let before = number(2), let after = number(3) else { return nil }
                steps.append(.write(path, before: before, after: after))
            case "create":
                guard let path = path(1), let after = number(2) else { return nil }
                steps.append(.create(path, after: after))
            case "move":
                guard let from = path(1), let to = path(2) else { return nil }
                steps.append(.move(from, to))
            case "mkdir", "rmdir":
                guard let path = path(1) else { return nil }
                steps.append(parts[0] == "mkdir" ? .makeFolder(path) : .removeFolder(path))
            default: return nil
            }
        }
    }

    /// Whether slip changes such paths: inside the vault and visible, or its own settings and trash.
    private static func isChangeable(_ path: VaultPath) -> Bool {
        guard !path.isRoot, VaultPath.root.resolving(path) == path else { return false }
        let trash = VaultPath(".slipbox/trash")
        if path.isInside(trash) || path == VaultPath(".slipbox/config.yaml") { return true }
        let parts = path.name == VaultPath(".gitkeep") ? path.folder.parts : path.parts
        return !parts.contains { $0.bytes.first == Byte.dot }
    }
}
