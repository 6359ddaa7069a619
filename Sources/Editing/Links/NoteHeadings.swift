package import Searching
import SourceText

/// The headings of a note by the texts that fragments name them by. The parts of a fragment form a path of headings:
/// `A#B` is heading B in section A.
package struct NoteHeadings {
    let all: [OpenHeading]
    let slugs: [String]
    private let note: OpenNote
    private var byWords: [String: [Int]] = [:]
    private let bySlug: [String: Int]
    private let byPlace: [Int: Int]
    /// The folded texts of the headings with `#`.
    private let withNumberSigns: Set<String>

    package init(_ note: OpenNote) {
        self.note = note
        all = note.headings
        slugs = note.slugs
        bySlug = Dictionary(zip(slugs, slugs.indices)) { first, _ in first }
        byPlace = Dictionary(zip(all.map(\.range.lowerBound), all.indices)) { first, _ in first }
        withNumberSigns = Set(all.map(\.text).filter { $0.contains("#") }.map(Folding.fold))
        for (number, heading) in all.enumerated() {
            // Some programs copy a heading into their links with its markup.
            for words in Set([heading.text, note.bytes.text(heading.raw)].map(Self.words)) {
                byWords[words, default: []].append(number)
            }
        }
    }

    private static func words(_ text: String) -> String { Words.list(text).joined(separator: " ") }

    /// Returns the parts of a fragment, empty ones too.
    static func parts(of fragment: String) -> [String] {
        fragment.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the same parts, or the whole fragment if a heading of the note has this text: `#Learn C# today`.
    package func parts(of fragment: String) -> [String] {
        let isHeading = !withNumberSigns.isEmpty && withNumberSigns.contains(Folding.fold(fragment))
        return isHeading ? [fragment] : Self.parts(of: fragment)
    }

    /// Returns the place of the part that decides where a fragment leads, or nil if all parts are empty.
    static func last(of parts: [String]) -> Int? { parts.lastIndex { !$0.isEmpty } }

    /// Returns the heading that each part of a fragment names, or nil for a part that names none.
    ///
    /// If no headings are nested as the parts say, the last part decides, as in `OpenNote.place(of:)`. Each other part
    /// then is a heading of that name above it, or else the first one in the note.
    package func headings(of parts: [String]) -> [OpenHeading?] { numbers(of: parts).map { $0.map { all[$0] } } }

    /// Returns the numbers of these headings.
    func numbers(of parts: [String]) -> [Int?] {
        var numbers = [Int?](repeating: nil, count: parts.count)
        guard let last = Self.last(of: parts) else { return numbers }
        let named = parts.map(candidates)
        if parts.contains(where: { $0 != parts[last] && !$0.isEmpty }) {
            for number in named[last] {
                if let path = path(to: number, at: last, named, parts) { return path }
            }
        }
        let place = note.place(of: parts.joined(separator: "#"))
        numbers[last] = place.flatMap { byPlace[$0.lowerBound] }
        for part in 0..<last {
            let above = place.flatMap { place in named[part].last { contains($0, place.lowerBound) } }
            numbers[part] = above ?? named[part].first
        }
        return numbers
    }

    private func candidates(_ part: String) -> [Int] {
        let words = Self.words(part)
        if words.isEmpty || part.hasPrefix("^") { return [] }
        return byWords[words] ?? bySlug[part.lowercased()].map { [$0] } ?? []
    }

    /// Returns the headings of a path that ends at a heading, or nil if the others are not nested as the path says.
    private func path(to number: Int, at last: Int, _ named: [[Int]], _ parts: [String]) -> [Int?]? {
        var path = [Int?](repeating: nil, count: parts.count)
        path[last] = number
        var inner = number
        for part in (0..<last).reversed() where !parts[part].isEmpty {
            guard let outer = named[part].last(where: { contains($0, all[inner].range.lowerBound) }) else { return nil }
            path[part] = outer
            inner = outer
        }
        return path
    }

    /// Returns whether a place is in the section of a heading, after the heading.
    private func contains(_ number: Int, _ place: Int) -> Bool {
        all[number].section.contains(place) && place > all[number].range.lowerBound
    }
}
