import Editing
import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Completion of Markdown link destinations: notes, folders and files by path, and definitions.
extension CompletionLister {
    func paths(_ typed: String, _ range: Range<Int>, isAngle: Bool) throws -> Items {
        let slash = typed.lastIndex(of: "/")
        let written = slash.map { String(typed[...$0]) } ?? ""
        let start = typed.hasPrefix("/") ? VaultPath.root : folder
        guard let base = start.resolving(VaultPath(written.hasPrefix("/") ? String(written.dropFirst()) : written))
        else {
            return ([], false)
        }
        // Replaces only the last component, so that the typed path before it stays unchanged.
        let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        let bytes = document.text.bytes
        let nameStart = (bytes[range].lastIndex(of: Byte.slash)).map { $0 + 1 } ?? range.lowerBound
        let wanted = Folding.fold(name)
        var candidates = try snapshot.noteChoices.entries(of: base).filter { path, _ in
            path != note.path && (wanted.isEmpty || Folding.fold(path.name.text).contains(wanted))
        }.map { PathCandidate.entry($0.path, isFolder: $0.isFolder) }
        if slash == nil, !name.isEmpty {
            // Notes from the whole vault by title, as in wiki links.
            let (choices, _) = try snapshot.noteChoices.choices(
                for: name, near: folder, besides: note.path, limit: limit / 2)
            candidates += choices.filter { choice in
                choice.path.folder != base || !Folding.fold(choice.path.name.text).contains(wanted)
            }.map { .note($0) }
        }
        let ranked = candidates.enumerated().map { (rank: $0.element.rank(wanted), place: $0.offset, $0.element) }
            .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
        var items: [JSONValue] = []
        for (_, _, candidate) in ranked.prefix(limit) {
            switch candidate {
            case .entry(let path, let isFolder):
                let title = isFolder ? nil : try snapshot.note(path)?.title
                let destination = NewLink(snapshot, from: base).destination(to: path, isAngle: isAngle)
                items.append(
                    item(
                        candidate.name, isFolder ? .folder : .file, detail: title == path.stem.text ? nil : title,
                        order: items.count, match: name.isEmpty ? nil : path.name.text,
                        edit: edit(nameStart..<offset, destination + (isFolder ? "/" : "")),
                        data: isFolder ? nil : data(path)))
            case .note(let choice):
                let destination = try NewLink(snapshot, from: folder).newDestination(to: choice.path, isAngle: isAngle)
                items.append(
                    item(
                        choice.title, .reference, detail: choice.path.text, order: items.count, match: name,
                        edit: edit(range, destination), data: data(choice.path)))
            }
        }
        return (items, !name.isEmpty || ranked.count > limit)
    }

    private enum PathCandidate {
        case entry(VaultPath, isFolder: Bool)
        case note(NoteChoice)

        var name: String {
            switch self {
            case .entry(let path, let isFolder): path.name.text + (isFolder ? "/" : "")
            case .note(let choice): choice.title
            }
        }

        /// Orders names that begin with the typed text before those that only contain it. Within both groups, files
        /// come first, then folders, then notes by title.
        func rank(_ wanted: String) -> Int {
            let kind =
                switch self {
                case .entry(_, let isFolder): isFolder ? 1 : 0
                case .note: 2
                }
            return (Folding.fold(name).hasPrefix(wanted) ? 0 : 10) + kind
        }
    }

    static func definitions(
        of note: OpenNote, _ range: Range<Int>, _ document: Document, encoding: PositionEncoding
    ) -> [JSONValue] {
        let bytes = document.text.bytes
        let hasEnd = range.upperBound < bytes.count && bytes[range.upperBound] == Byte.rightBracket
        return note.definitions.enumerated().map { order, definition in
            let label = bytes.text(definition.labelRange)
            return .object([
                "label": .string(label), "kind": .int(ItemKind.reference.rawValue),
                "detail": .string(bytes.text(definition.range)), "sortText": .string(sortText(order)),
                "textEdit": TextEdit(
                    document.text.range(of: range, encoding), label + (hasEnd ? "" : "]")
                ).json,
            ])
        }
    }
}
