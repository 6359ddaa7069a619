import Editing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// Notes, folders and files by path, and definitions.
extension CompletionLister {
    func paths(_ typed: String, _ range: Range<Int>, isAngle: Bool) throws -> Items {
        let slash = typed.lastIndex(of: "/")
        let written = slash.map { String(typed[...$0]) } ?? ""
        let start = typed.hasPrefix("/") ? VaultPath.root : folder
        guard let base = start.resolving(VaultPath(written.hasPrefix("/") ? String(written.dropFirst()) : written))
        else {
            return ([], false)
        }
        // What is typed of the name alone is replaced, so that what stands before it stays as it is.
        let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        let bytes = document.text.bytes
        let nameStart = (bytes[range].lastIndex(of: Byte.slash)).map { $0 + 1 } ?? range.lowerBound
        let titles = NewLink(session, from: base)
        var items: [JSONValue] = []
        let wanted = Folding.fold(name)
        let all = try session.entries(of: base)
        for (path, isFolder) in all where wanted.isEmpty || Folding.fold(path.name.text).contains(wanted) {
            if path == note.path { continue }
            if items.count >= limit { return (items, true) }
            let shown = path.name.text + (isFolder ? "/" : "")
            let title = isFolder ? nil : try session.note(path)?.title
            items.append(
                item(
                    shown, isFolder ? .folder : .file, detail: title == path.stem.text ? nil : title,
                    order: items.count + (isFolder ? 1000 : 0), match: name.isEmpty ? nil : path.name.text,
                    edit: edit(
                        nameStart..<offset, titles.destination(to: path, isAngle: isAngle) + (isFolder ? "/" : "")),
                    data: isFolder ? nil : data(path)))
        }
        if slash == nil, !name.isEmpty {
            // By title from anywhere, as in double brackets.
            let (choices, _) = try session.choices(for: name, near: folder, besides: note.path, limit: limit / 2)
            let link = NewLink(session, from: folder)
            for choice in choices
            where choice.path.folder != base || !Folding.fold(choice.path.name.text).contains(wanted) {
                items.append(
                    item(
                        choice.title, .reference, detail: choice.path.text, order: 2000 + items.count, match: name,
                        edit: edit(range, link.destination(to: choice.path, isAngle: isAngle)), data: data(choice.path))
                )
            }
        }
        return (items, !name.isEmpty)
    }

    static func definitions(
        of note: OpenNote, _ range: Range<Int>, _ document: Document, _ encoding: PositionEncoding
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
