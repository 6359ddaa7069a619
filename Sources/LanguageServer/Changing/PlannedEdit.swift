import Editing
import LanguageProtocol
import Searching
import SourceText
import System
import VaultChanges
import VaultFiles

/// Plans of the command line as edits that the client makes.
struct PlannedEdit {
    let request: Request
    let session: VaultSession

    private var vault: Vault { session.vault }

    /// The edit that does what a plan does. What gets another path is edited under its old one, before it moves.
    ///
    /// - Parameter movesFiles: false where the client moves the files of the plan itself.
    /// - Throws: `ResponseError` where the plan does what no edit can, or this client cannot.
    func edit(_ plan: ChangePlan, movesFiles: Bool = true) throws -> WorkspaceEdit {
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for case .move(let from, let to) in plan.operations { moves.append((from, to)) }
        var writes: [Write] = []
        var written: Set<VaultPath> = []
        var files: [WorkspaceEdit.Step] = []
        for operation in plan.operations {
            switch operation {
            case .write(let path, let before, let after):
                let path = Self.old(path, moves)
                guard written.insert(path).inserted else {
                    throw ResponseError(.internalError, "'\(path.text)' would be changed twice; nothing was changed")
                }
                let open = session.openNotes[path].flatMap { _ in request.document(path, in: session.vault) }
                writes.append(Write(path: path, open: open, before: before, after: after))
            case .create(let path, .bytes(let bytes)):
                let uri = DocumentURI(path: vault.fullPath(path))
                files.append(.create(uri))
                if !bytes.isEmpty {
                    files.append(
                        .edit(uri, version: nil, [TextEdit(.documentStart, String(decoding: bytes, as: UTF8.self))]))
                }
            case .move(let from, let to):
                if movesFiles {
                    files.append(.rename(request.uri(from, in: vault), DocumentURI(path: vault.fullPath(to))))
                }
            case .makeFolder: continue
            case .create(_, .copy), .remove, .removeFolder:
                throw ResponseError(.requestFailed, "no editor can do this; use the command line")
            }
        }
        let (all, vault, encoding) = (writes, vault, request.encoding)
        let edits = try Parallel.map(stretchesOf: 16, in: all.count) { stretch in
            Result { try stretch.map { try all[$0].edit(in: vault, encoding) } }
        }.flatMap { try $0.get() }
        let edit = WorkspaceEdit(edits + files)
        try check(edit)
        return edit
    }

    func json(_ plan: ChangePlan, movesFiles: Bool = true) throws -> JSONValue {
        for remark in plan.remarks { request.client.log("slip: \(remark)", .info) }
        return try edit(plan, movesFiles: movesFiles).json(hasVersions: request.settings.takesDocumentChanges)
    }

    private static func old(_ path: VaultPath, _ moves: [(from: VaultPath, to: VaultPath)]) -> VaultPath {
        for (from, to) in moves where path.isInside(to) {
            return from.appending(
                VaultPath(bytes: Array(path.bytes.dropFirst(to.bytes.count).drop { $0 == Byte.slash })))
        }
        return path
    }

    private func check(_ edit: WorkspaceEdit) throws {
        let settings = request.settings
        for step in edit.steps {
            let needed: String? =
                switch step {
                case .edit: nil
                case .create: "create"
                case .rename: "rename"
                }
            guard let needed, !settings.takesDocumentChanges || !settings.fileOperations.contains(needed) else {
                continue
            }
            throw ResponseError(.requestFailed, "this editor cannot \(needed) files for a server; use the command line")
        }
    }
}

/// A note that a plan writes.
private struct Write: Sendable {
    let path: VaultPath
    let open: Document?
    let before: [UInt8]
    let after: [UInt8]

    /// The edits that make one text another, line by line, each no more than what differs.
    func edit(in vault: Vault, _ encoding: PositionEncoding) throws -> WorkspaceEdit.Step {
        // An editor would show other characters, and save these.
        if before.firstInvalidUTF8 != nil || after.firstInvalidUTF8 != nil {
            throw VaultError(path, "is not UTF-8, so that no editor can change it safely", help: "use the command line")
        }
        var cursor = PositionCursor(open?.text ?? DocumentText(before, isOnDisk: true), encoding)
        let edits = TextDifference.edits(from: before, to: after).map { range, replacement in
            TextEdit(cursor.range(of: range), String(decoding: replacement, as: UTF8.self))
        }
        return .edit(open?.uri ?? DocumentURI(path: vault.fullPath(path)), version: open?.version, edits)
    }
}

/// What differs between two texts, as small edits of the first.
enum TextDifference {
    /// In order, none overlapping another; each begins and ends between characters.
    static func edits(from before: [UInt8], to after: [UInt8]) -> [(range: Range<Int>, replacement: [UInt8])] {
        let (start, end) = linesInCommon(before, after)
        let old = Array(before[start..<before.count - end]).linesWithEnds
        let new = Array(after[start..<after.count - end]).linesWithEnds
        let oldStarts = old.map { start + $0.startIndex } + [before.count - end]
        let newStarts = new.map { start + $0.startIndex } + [after.count - end]
        return SequenceDifference.changes(from: old, to: new).flatMap { change in
            let range = oldStarts[change.old.lowerBound]..<oldStarts[change.old.upperBound]
            let replacement = newStarts[change.new.lowerBound]..<newStarts[change.new.upperBound]
            // As many lines for as many: each for itself.
            if change.old.count == change.new.count {
                return change.old.indices.compactMap { line -> (Range<Int>, [UInt8])? in
                    let other = change.new.lowerBound + line - change.old.lowerBound
                    return trimmed(
                        before, oldStarts[line]..<oldStarts[line + 1], after, newStarts[other]..<newStarts[other + 1])
                }
            }
            return [trimmed(before, range, after, replacement)].compactMap { $0 }
        }
    }

    /// How many bytes of whole lines both begin with, and both end with: most often nearly all.
    private static func linesInCommon(_ before: [UInt8], _ after: [UInt8]) -> (start: Int, end: Int) {
        let (old, new) = (before.span, after.span)
        let least = min(old.count, new.count)
        var (index, start) = (0, 0)
        while index < least, old[index] == new[index] {
            index += 1
            if old[index - 1] == Byte.newline { start = index }
        }
        var (count, end) = (0, 0)
        // A line ends where the one before it has ended in both.
        while count < least - start, old[old.count - 1 - count] == new[new.count - 1 - count] {
            if old[old.count - 1 - count] == Byte.newline { end = count }
            count += 1
        }
        return (start, end)
    }

    private static func trimmed(
        _ before: [UInt8], _ old: Range<Int>, _ after: [UInt8], _ new: Range<Int>
    ) -> (range: Range<Int>, replacement: [UInt8])? {
        var start = 0
        while start < old.count, start < new.count, before[old.lowerBound + start] == after[new.lowerBound + start] {
            start += 1
        }
        var end = 0
        while end < old.count - start, end < new.count - start,
            before[old.upperBound - 1 - end] == after[new.upperBound - 1 - end]
        { end += 1 }
        func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
            guard index > 0, index < bytes.count else { return false }
            return bytes[index] & 0xC0 == 0x80
                || (bytes[index] == Byte.newline && bytes[index - 1] == Byte.carriageReturn)
        }
        while start > 0, isInside(before, old.lowerBound + start) || isInside(after, new.lowerBound + start) {
            start -= 1
        }
        while end > 0, isInside(before, old.upperBound - end) || isInside(after, new.upperBound - end) { end -= 1 }
        let range = old.lowerBound + start..<old.upperBound - end
        let replacement = Array(after[new.lowerBound + start..<new.upperBound - end])
        return range.isEmpty && replacement.isEmpty ? nil : (range, replacement)
    }
}
