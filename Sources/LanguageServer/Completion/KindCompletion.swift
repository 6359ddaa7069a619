import JSONRPC
import Searching
import SourceText
import VaultFiles

/// The keys and headings that the kinds of a note name and that it lacks.
struct KindCompletion {
    let lister: CompletionLister

    /// Returns the keys of the kinds, required ones first, with the reason.
    func keys() throws -> [(key: String, detail: String)] {
        let kinds = try lister.snapshot.kindRules.kinds(of: lister.note.path)
        let required = kinds.flatMap { kind in kind.required.map { ($0, "required by the kind '\(kind.name)'") } }
        let optional = kinds.flatMap { kind in kind.optional.map { ($0, "optional in the kind '\(kind.name)'") } }
        var seen: Set<String> = []
        return (required + optional).filter { seen.insert(FrontMatterKey.identity($0.0)).inserted }
    }

    /// Returns the headings that the note lacks, in the order of the kinds.
    ///
    /// - Parameter range: the text of the heading that the user types, which does not count as present.
    func headings(_ range: Range<Int>) throws -> [JSONValue] {
        let others = lister.note.headings.filter { !$0.range.contains(range.lowerBound) }
        let present = Set(others.map { Folding.fold($0.text) })
        let isAfterSign = lister.document.text.bytes[..<range.lowerBound].last == Byte.hash
        return try lister.snapshot.kindRules.kinds(of: lister.note.path).flatMap { kind in
            kind.headings.filter { !present.contains(Folding.fold($0)) }.map { ($0, kind.name) }
        }.enumerated().map { order, heading in
            let text = isAfterSign ? " \(heading.0)" : heading.0
            return lister.item(
                heading.0, .value, detail: "required by the kind '\(heading.1)'", order: order,
                match: isAfterSign ? text : nil, edit: lister.edit(range, text))
        }
    }
}
