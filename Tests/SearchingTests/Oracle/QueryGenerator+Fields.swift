import Foundation
import TestSupport

extension QueryGenerator {
    mutating func keyword() -> QueryTree.Leaf {
        let vault = vault
        func nested(_ keyword: String) -> Set<Int> {
            let wanted = OracleText.fold(keyword)
            return vault.found { note in
                note.foldedKeywords.contains { $0 == wanted || $0.hasPrefix(wanted + "/") }
            }
        }
        if random.once(in: 4) {
            let keyword = random.pick(Vocabulary.hashtags)
            return .init(text: "#" + respelled(keyword), found: nested(keyword))
        }
        if random.once(in: 6) {
            let pattern = respelled(pattern(random.pick(Vocabulary.keywords.filter { !$0.contains(" ") })))
            return .init(
                text: name("keyword", "keywords", "tag", "tags", "label") + pattern,
                found: vault.found { $0.keywords.contains { Self.globs(pattern, keyword: $0) } })
        }
        if random.once(in: 8) {
            let keyword = random.pick(Vocabulary.keywords)
            let folded = OracleText.fold(keyword)
            return .init(
                text: name("keyword", "tag") + "=" + atom(respelled(keyword), inValue: true),
                found: vault.found { $0.foldedKeywords.contains(folded) })
        }
        return values(name("keyword", "keywords", "tag", "tags", "label")) { generator in
            let keyword = generator.random.pick(Vocabulary.keywords)
            let hash = keyword.contains(" ") || !generator.random.once(in: 6) ? "" : "#"
            return (
                hash + (hash.isEmpty ? generator.atom(generator.respelled(keyword), inValue: true) : keyword),
                nested(keyword)
            )
        }
    }

    /// Returns whether a pattern matches a keyword or one of its parents.
    private static func globs(_ pattern: String, keyword: String) -> Bool {
        let parts = keyword.components(separatedBy: "/")
        return parts.indices.contains { OracleText.glob(pattern, matches: parts[...$0].joined(separator: "/")) }
    }

    mutating func status() -> QueryTree.Leaf {
        let vault = vault
        if random.once(in: 4) {
            let status = random.pick(Vocabulary.statuses)
            return .init(
                text: name("is") + respelled(status), found: vault.found { $0.status == status }, isStatus: true)
        }
        return values(name("status"), isStatus: true) { generator in
            let status = generator.random.pick(Vocabulary.statuses + Vocabulary.unknownStatuses + ["nosuch"])
            return (
                generator.atom(generator.respelled(status), inValue: true),
                vault.found { OracleText.fold($0.status) == OracleText.fold(status) }
            )
        }
    }

    mutating func folder() -> QueryTree.Leaf {
        let isDeep = random.once(in: 2)
        let vault = vault
        if random.once(in: 15) {
            return .init(text: name("in", "folder") + random.pick(["Nowhere", "Ideas/none"]), found: nil)
        }
        return values(isDeep ? name("in", "dir") : name("folder")) { generator in
            let folder = generator.random.pick(vault.folders.sorted())
            var text = folder.isEmpty ? "/" : folder
            if !folder.isEmpty && generator.random.once(in: 4) { text += "/" }
            let atom = text == "/" ? text : generator.atom(text, inValue: true)
            return (
                atom,
                vault.found {
                    $0.folder == folder || isDeep && (folder.isEmpty || $0.folder.hasPrefix(folder + "/"))
                }
            )
        }
    }

    // MARK: States

    mutating func state() -> QueryTree.Leaf {
        switch random.below(4) {
        case 0: return flag()
        case 1:
            let isOpen = random.once(in: 2)
            return .init(
                text: name("task") + (isOpen ? "open" : "done"),
                found: vault.found { (isOpen ? $0.openTasks : $0.doneTasks) > 0 })
        default: return has()
        }
    }

    private mutating func flag() -> QueryTree.Leaf {
        if random.once(in: 4) {
            let isTrue = random.once(in: 2)
            let word = random.pick(isTrue ? ["true", "yes", "on"] : ["false", "no", "off"])
            return .init(text: name("favorite", "favourite") + word, found: vault.found { $0.isFavorite == isTrue })
        }
        let vault = vault
        if random.once(in: 20) { return .init(text: name("is") + "nonsense", found: nil) }
        let words: [(String, (OracleNote) -> Bool)] = [
            ("favorite", { $0.isFavorite }),
            ("orphan", { note in note.linkedNotes.isEmpty && note.backlinks.isEmpty }),
            ("broken", { $0.references.contains { $0.leadsTo == .nowhere || $0.leadsTo == .missing } }),
            ("ambiguous", { $0.references.contains(where: \.isAmbiguous) }),
            ("malformed", { $0.isMalformed }),
            ("conflict", { $0.hasConflict }),
            ("empty", { $0.words == 0 }),
        ]
        let (word, test) = random.pick(words)
        return .init(text: name("is") + word, found: vault.found(test))
    }

    private mutating func has() -> QueryTree.Leaf {
        let vault = vault
        if random.once(in: 20) { return .init(text: name("has", "no") + "nonsense", found: nil) }
        var words: [(String, (OracleNote) -> Bool)] = [
            ("attachment", { $0.attachments.contains { $0.leadsTo != .missing } }),
            (
                "image",
                {
                    $0.attachments.contains {
                        if case .file(let file) = $0.leadsTo {
                            Vocabulary.images.contains((file as NSString).pathExtension)
                        } else {
                            false
                        }
                    }
                }
            ),
            ("keyword", { !$0.keywords.isEmpty }),
            ("link", { !$0.links.isEmpty }),
            ("backlink", { !$0.backlinks.isEmpty }),
            ("task", { $0.openTasks + $0.doneTasks > 0 }),
            ("heading", { !$0.headings.isEmpty }),
            ("alias", { !$0.aliases.isEmpty }),
        ]
        for key in ["title", "status", "created", "modified", "id", "order", "favorite"] {
            words.append((key, { $0.keys.contains(key) }))
        }
        for key in ["priority", "author", "due", "mixed", "rating", "source"] where isProperty(key) {
            words.append((key, { note in note.properties[key].map { !$0.isNull } ?? false }))
        }
        let isNegated = random.once(in: 3)
        if random.once(in: 6) {
            let (first, second) = (random.pick(words), random.pick(words))
            return .init(
                text: name("has") + "\(first.0),\(second.0)", found: vault.found { first.1($0) || second.1($0) })
        }
        let (word, test) = random.pick(words)
        return .init(
            text: name(isNegated ? "no" : "has") + respelledCase(word), found: vault.found { test($0) != isNegated })
    }

    mutating func respelledCase(_ text: String) -> String { random.once(in: 6) ? text.uppercased() : text }

    // MARK: Links

    /// Returns the names of a note that no other note has.
    private func uniqueNames(_ index: Int) -> [String] {
        vault.notes[index].names.filter { name in
            let folded = OracleText.fold(name)
            return vault.notes.indices.allSatisfy { $0 == index || !vault.notes[$0].foldedNames.contains(folded) }
        }
    }

    mutating func links() -> QueryTree.Leaf {
        let vault = vault
        let isForward = random.once(in: 2)
        let steps = random.once(in: 3) ? 1 + random.below(5) : 1
        var field = isForward ? name("links-to") : name("linked-from")
        if steps > 1 { field = field.dropLast() + "~\(steps):" }
        func step(_ wanted: Set<Int>) -> Set<Int> {
            isForward
                ? vault.found { !$0.linkedNotes.isDisjoint(with: wanted) }
                : wanted.reduce(into: []) { $0.formUnion(vault.notes[$1].linkedNotes) }
        }
        func related(_ wanted: Set<Int>) -> Set<Int> {
            if steps == 1 { return step(wanted) }
            var (reached, frontier) = (wanted, wanted)
            for _ in 0..<steps {
                frontier = step(frontier).subtracting(reached)
                reached.formUnion(frontier)
            }
            return reached.subtracting(wanted)
        }
        if random.once(in: 5) {
            let pattern = random.pick([
                "pic*", "*.png", "a b.png", "PIC.PNG", "doc.pdf", "zdjecie.jpg", "*doc*", "no.png",
            ])
            return .init(
                text: name("attachment") + atomOrGlob(pattern),
                found: vault.found {
                    $0.attachments.contains {
                        let file = if case .file(let file) = $0.leadsTo { file } else { $0.target }
                        return OracleText.glob(pattern, matches: (file as NSString).lastPathComponent)
                    }
                })
        }
        if random.once(in: 3) {
            let inner = tree(depth: max(2, depth - 2))
            return .init(text: "\(field)(\(inner.text(&random)))", found: inner.found(all: vault.all).map(related))
        }
        if random.once(in: 15) { return .init(text: field + "\"no such note at all\"", found: nil) }
        let index = random.below(vault.notes.count)
        let names = uniqueNames(index)
        guard !names.isEmpty else { return text() }
        return .init(text: field + atom(respelled(random.pick(names)), inValue: true), found: related([index]))
    }

    mutating func atomOrGlob(_ pattern: String) -> String {
        pattern.contains(" ") || random.once(in: 4) ? quoted(pattern) : pattern
    }

    // MARK: Numbers

    mutating func number() -> QueryTree.Leaf {
        let vault = vault
        let fields: [(String, (OracleNote) -> Int?, [String])] = [
            ("words", { $0.words }, ["0", "5", "10", "20", "50"]),
            ("size", { $0.size }, ["0", "100", "300", "500", "1k", "0.5k", "1M"]),
            ("links", { $0.links.count }, ["0", "1", "2", "3"]),
            ("backlinks", { $0.backlinks.count }, ["0", "1", "2", "3"]),
            ("attachments", { $0.attachments.count }, ["0", "1", "2"]),
            ("keywords", { Set($0.foldedKeywords).count }, ["0", "1", "2", "3"]),
            ("tasks", { $0.openTasks }, ["0", "1", "2"]),
            ("headings", { $0.headings.count }, ["0", "1", "2", "3"]),
            ("order", { $0.order }, ["-3", "0", "1", "2", "9", "2k", "10"]),
        ]
        let (field, value, numbers) = random.pick(fields)
        return values(name(field)) { generator in
            let (text, test) = generator.comparison(numbers) { Self.magnitude($0) ?? 0 }
            return (text, vault.found { value($0).map { test(Double($0)) } ?? false })
        }
    }

    static func magnitude(_ text: String) -> Double? {
        if text.hasSuffix("k") { return Double(text.dropLast()).map { $0 * 1024 } }
        if text.hasSuffix("M") { return Double(text.dropLast()).map { $0 * 1024 * 1024 } }
        return Double(text)
    }

    /// Returns a number with an operator, a range or a single value, and its test.
    mutating func comparison(_ numbers: [String], _ read: (String) -> Double) -> (String, (Double) -> Bool) {
        let text = random.pick(numbers)
        let number = read(text)
        switch random.below(9) {
        case 0: return (">" + text, { $0 > number })
        case 1: return (">=" + text, { $0 >= number })
        case 2: return ("<" + text, { $0 < number })
        case 3: return ("<=" + text, { $0 <= number })
        case 4: return ("=" + text, { $0 == number })
        case 5: return (text + "..", { $0 >= number })
        case 6: return (".." + text, { $0 <= number })
        case 7:
            let other = random.pick(numbers)
            let (low, high) = read(other) < number ? (other, text) : (text, other)
            return ("\(low)..\(high)", { $0 >= read0(low) && $0 <= read0(high) })
        default: return (text, { $0 == number })
        }
        func read0(_ text: String) -> Double { Self.magnitude(text) ?? 0 }
    }

    // MARK: Saved searches

    mutating func saved() -> QueryTree.Leaf {
        switch random.below(7) {
        case 0: return .init(text: "@all", found: vault.all)
        case 1:
            let start = calendar.back(7, .d)
            let now = calendar.now
            return .init(text: "@recent", found: vault.found { $0.modified >= start && $0.modified <= now })
        case 2: return .init(text: "@favorites", found: vault.found(\.isFavorite))
        case 3 where random.once(in: 3): return .init(text: random.pick(["@loop", "@unknown-one"]), found: nil)
        default:
            guard !vault.searches.isEmpty else { return .init(text: "@all", found: vault.all) }
            let search = random.pick(vault.searches)
            return .init(text: "@" + search.name, found: search.found)
        }
    }
}
