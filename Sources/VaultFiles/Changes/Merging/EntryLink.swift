import Notes
import SourceText

/// The web pages to which the entries of lists of links lead.
enum EntryLink {
    /// Returns the address of the web page to which a list item or table row begins with a link, without its scheme and
    /// last slash. Returns nil for other units.
    ///
    /// A link to a note does not identify an entry: an entry of a journal may begin with the project that it is about.
    static func address(of unit: Int, in text: MergeText) -> String? {
        var words = text.words(unit)[...]
        switch text.units[unit].kind {
        case .block(.row(_)): words = words.drop { $0.text == [Byte.bar] }
        default: if !text.units[unit].startsItem { return nil }
        }
        let content = String(decoding: words.flatMap { $0.space + $0.text }, as: UTF8.self)
        // Most entries begin with text, which need not be parsed.
        guard let first = content.first(where: { !$0.isWhitespace && !"*_~=".contains($0) }), "[<h".contains(first)
        else { return nil }
        return address(of: Inline.all(in: content))
    }

    /// Returns the address of the link with which a text begins.
    private static func address(of inlines: [Inline]) -> String? {
        for inline in inlines {
            switch inline.kind {
            case .text(let text) where text.allSatisfy(\.isWhitespace): continue
            case .softBreak: continue
            case .emphasis, .strong, .strikethrough, .highlight: return address(of: inline.children)
            case .link(let destination):
                if destination.target != nil { return nil }
                var address = destination.text[...]
                for prefix in ["https://", "http://", "www."] where address.lowercased().hasPrefix(prefix) {
                    address = address.dropFirst(prefix.count)
                }
                // Only the host ignores case (RFC 3986, section 6.2.2.1).
                let host = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
                let path = address.dropFirst(host.count)
                return host.lowercased() + (path.hasSuffix("/") ? path.dropLast() : path)
            default: return nil
            }
        }
        return nil
    }
}

/// The entries that both sides add for one web page, in different words.
struct RepeatedEntries {
    /// The units of both versions of an entry, by the first unit of our version.
    private(set) var pairs: [Int: (ours: Range<Int>, theirs: Range<Int>)] = [:]
    private var ours: Set<Int> = []
    private var theirs: Set<Int> = []

    init(_ additions: [AdditionOrder.Addition], _ texts: Versions<MergeText>) {
        var counterparts: [Int: Int] = [:]
        for addition in additions {
            if let own = addition.ours, let other = addition.theirs { counterparts[other] = own }
        }
        let own = Set(additions.compactMap(\.ours)), other = Set(additions.compactMap(\.theirs))
        /// The added unit that contains an entry, or nil outside of the additions.
        func place(_ parent: Int?, in added: Set<Int>) -> Int? { parent.flatMap { added.contains($0) ? $0 : nil } }
        var known: [String: Int] = [:]
        for unit in additions.filter({ $0.ours == nil }).compactMap(\.theirs).reversed() {
            if let address = EntryLink.address(of: unit, in: texts.theirs) { known[address] = unit }
        }
        if known.isEmpty { return }
        // In a log, several entries may be about one page.
        lazy var old = Set(texts.base.units.indices.compactMap { EntryLink.address(of: $0, in: texts.base) })
        for unit in additions.filter({ $0.theirs == nil }).compactMap(\.ours) {
            guard let address = EntryLink.address(of: unit, in: texts.ours), let their = known[address],
                place(texts.ours.units[unit].parent, in: own)
                    == place(texts.theirs.units[their].parent, in: other).map({ counterparts[$0] ?? -1 }),
                !old.contains(address)
            else { continue }
            let pair = (ours: texts.ours.subtree(of: unit), theirs: texts.theirs.subtree(of: their))
            // One side may have put an old item into the new one.
            guard own.isSuperset(of: pair.ours), other.isSuperset(of: pair.theirs) else { continue }
            known[address] = nil
            pairs[unit] = pair
            ours.formUnion(pair.ours)
            theirs.formUnion(pair.theirs)
        }
    }

    /// Returns whether an addition is part of one of the entries.
    func contains(_ addition: AdditionOrder.Addition) -> Bool {
        addition.ours.map { ours.contains($0) } ?? addition.theirs.map { theirs.contains($0) } ?? false
    }
}

extension MergeText {
    /// Returns the range of a unit with the units inside it.
    fileprivate func subtree(of unit: Int) -> Range<Int> {
        var end = unit + 1
        while end < units.count, let parent = units[end].parent, parent >= unit { end += 1 }
        return unit..<end
    }
}
