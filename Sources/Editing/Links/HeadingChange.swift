import Notes
import Searching
import SourceText

/// A note before and after a change that keeps the number of its headings, so that links to them can follow.
struct HeadingChange {
    /// The effect of the change on a link to the note.
    enum Effect: Hashable {
        case unchanged
        /// The new fragment, with all headings of its path.
        case fragment(String)
        /// No fragment leads to the heading any more.
        case lost
    }

    private let old: OpenNote
    private let new: OpenNote
    private let before: NoteHeadings
    private let after: NoteHeadings
    /// Whether each heading has a counterpart.
    private let isComplete: Bool

    init(_ old: OpenNote, _ new: OpenNote) {
        self.old = old
        self.new = new
        before = NoteHeadings(old)
        after = NoteHeadings(new)
        isComplete = before.all.count == after.all.count
    }

    /// The texts of the headings after the change, for comparison.
    var texts: [ExactText] { after.all.map { ExactText($0.text) } }

    /// Returns the effect on a link to the note.
    func effect(on link: OpenLink) -> Effect {
        effect(on: link.fragment, takesSlugs: link.form != .wiki && link.form != .frontMatter)
    }

    /// Returns the effect on a link of a canvas to the note.
    func effect(on reference: Reference) -> Effect {
        var takesSlugs = false
        if case .body(let kind, _) = reference.origin { takesSlugs = kind != .wiki }
        return effect(on: reference.fragment, takesSlugs: takesSlugs)
    }

    /// Returns the effect on a fragment. Each part of it that names a changed heading gets the new text.
    ///
    /// - Parameter takesSlugs: whether a part that is a slug stays one. In wiki links a slug becomes a text.
    private func effect(on fragment: String?, takesSlugs: Bool) -> Effect {
        guard let fragment, let place = old.place(of: fragment), !place.isEmpty else { return .unchanged }
        guard isComplete else {
            let isHeading = before.all.contains { $0.range == place }
            return isHeading && new.place(of: fragment) == nil ? .lost : .unchanged
        }
        var parts = before.parts(of: fragment)
        let numbers = before.numbers(of: parts)
        let last = NoteHeadings.last(of: parts)
        for (part, number) in numbers.enumerated() {
            guard let number else { continue }
            let (old, new) = (before.all[number].text, after.all[number].text)
            let isSame = old.utf8.elementsEqual(new.utf8)
            let slug = takesSlugs ? parts[part].lowercased() : nil
            // The slug of a repeated heading has a number, unless a path names the heading.
            let slugs = [
                (before.slugs[number], after.slugs[number]), (NoteAnchors.slug(old), NoteAnchors.slug(new)),
            ]
            let newSlug = slugs.first { $0.0 == slug }?.1
            let names = [newSlug, OpenNote.fragment(of: new), after.slugs[number]].compactMap { $0 }
            if part == last {
                if isSame, after.numbers(of: parts)[part] == number { continue }
                let name = names.first { name in
                    parts[part] = name
                    return !name.isEmpty && after.numbers(of: parts)[part] == number
                }
                if name == nil { return .lost }
            } else if !isSame || (newSlug ?? slug) != slug {
                parts[part] = names.first { !$0.isEmpty } ?? parts[part]
            }
        }
        let result = parts.joined(separator: "#")
        return result.utf8.elementsEqual(fragment.utf8) ? .unchanged : .fragment(result)
    }
}
