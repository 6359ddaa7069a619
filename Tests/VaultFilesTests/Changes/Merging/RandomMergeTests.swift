import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Merges of random notes that two sides changed.
@Suite struct RandomMergeTests {
    /// A note with its keys and lines of text.
    private struct Model {
        var keys: [(name: String, comment: String?, value: Value)]
        var body: [String]

        enum Value: Equatable {
            case text(String)
            case list([String], isBlock: Bool)
            case date(Int)
        }

        var text: String {
            var out = "---\n"
            for (name, comment, value) in keys {
                if let comment { out += "# \(comment)\n" }
                switch value {
                case .text(let text): out += "\(name): \(text)\n"
                case .list(let items, true): out += "\(name):\n" + items.map { "  - \($0)\n" }.joined()
                case .list(let items, false): out += "\(name): [\(items.joined(separator: ", "))]\n"
                case .date(let day): out += "\(name): 2024-01-\(day < 10 ? "0" : "")\(day)\n"
                }
            }
            return out + "---\n" + body.map { $0 + "\n" }.joined()
        }
    }

    private static let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]

    private static func base(_ random: inout FixedGenerator) -> Model {
        var model = Model(keys: [], body: [])
        for name in ["title", "status", "keywords", "created", "modified", "priority", "people", "aliases", "due"]
        where Int.random(in: 0..<3, using: &random) > 0 {
            let items = Array(words.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
            let value: Model.Value =
                switch name {
                case "keywords", "people", "aliases": .list(items, isBlock: Bool.random(using: &random))
                case "created", "modified": .date(Int.random(in: 10...20, using: &random))
                default: .text(words.randomElement(using: &random) ?? "")
                }
            model.keys.append((name, Int.random(in: 0..<5, using: &random) == 0 ? "about \(name)" : nil, value))
        }
        for number in 0..<Int.random(in: 0...12, using: &random) { model.body.append("line \(number)") }
        return model
    }

    /// - Parameter side: a name that new texts contain, so that they can be found after the merge.
    private static func changed(_ model: Model, _ side: String, _ random: inout FixedGenerator) -> Model {
        var model = model
        for step in 0..<Int.random(in: 1...4, using: &random) {
            let place = model.keys.isEmpty ? nil : Int.random(in: 0..<model.keys.count, using: &random)
            switch (Int.random(in: 0..<10, using: &random), place) {
            case (0, let place?): model.keys.remove(at: place)
            case (1, _):
                let index = Int.random(in: 0...model.keys.count, using: &random)
                model.keys.insert(("new-\(side)-\(step)", nil, .text(side)), at: index)
            case (2, let place?): model.keys[place].comment = "a word of \(side)"
            case (3...6, let place?):
                switch model.keys[place].value {
                case .text: model.keys[place].value = .text("\(side)-\(Int.random(in: 0..<2, using: &random))")
                case .date: model.keys[place].value = .date(Int.random(in: 10...28, using: &random))
                case .list(var items, var isBlock):
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0 where items.count > 1: items.remove(at: Int.random(in: 0..<items.count, using: &random))
                    case 1: isBlock.toggle()
                    default:
                        items.insert("\(side)\(step)", at: Int.random(in: 0...items.count, using: &random))
                    }
                    model.keys[place].value = .list(items, isBlock: isBlock)
                }
            default:
                let index = Int.random(in: 0...model.body.count, using: &random)
                if index < model.body.count, Bool.random(using: &random) {
                    model.body[index] = "\(side) wrote \(step)"
                } else {
                    model.body.insert("\(side) put in \(step)", at: index)
                }
            }
        }
        return model
    }

    /// Returns the expected value of a key, and whether the two sides contradict each other.
    private static func expected(
        _ name: String, _ base: Model, _ ours: Model, _ theirs: Model
    ) -> (value: Model.Value?, isContradictory: Bool) {
        func value(_ model: Model) -> Model.Value? { model.keys.first { $0.name == name }?.value }
        func whole(_ model: Model) -> String? {
            model.keys.first { $0.name == name }.map { "\($0.comment ?? "") \($0.value)" }
        }
        let (old, own, other) = (value(base), value(ours), value(theirs))
        if whole(ours) == whole(theirs) || whole(theirs) == whole(base) { return (own, false) }
        if whole(ours) == whole(base) { return (other, false) }
        guard let own, let other else { return (nil, true) }
        if own == other || other == old { return (own, false) }
        if own == old { return (other, false) }
        switch (old, own, other) {
        case (.date, .date(let a), .date(let b)): return (.date(name == "created" ? min(a, b) : max(a, b)), false)
        case (.list(let old, let form), .list(let a, let ourForm), .list(let b, let theirForm)):
            let kept = a.filter { !old.contains($0) || b.contains($0) }
            let all = kept + b.filter { !old.contains($0) && !kept.contains($0) }
            return (.list(all.sorted(), isBlock: ourForm == form ? theirForm : ourForm), false)
        default: return (nil, true)
        }
    }

    private static func sets(_ text: String, _ name: String) -> [String]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(name):") }) else { return nil }
        if let open = lines[start].firstIndex(of: "["), let close = lines[start].firstIndex(of: "]") {
            let inner = lines[start][lines[start].index(after: open)..<close]
            return inner.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
        }
        return lines[(start + 1)...].prefix { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }.sorted()
    }

    @Test func `a random merge loses no line, guesses no key, and has no extra conflicts`() throws {
        let count = LongTests.areWanted ? 10_000 : 150
        var (fewer, conflicts) = (0, 0)
        for seed in 0..<count {
            var random = FixedGenerator(UInt64(seed) &* 7919)
            let base = Self.base(&random)
            let ours = Self.changed(base, "ours", &random)
            let theirs = Self.changed(base, "theirs", &random)
            let sides = [base, ours, theirs].map { Array($0.text.utf8) }
            let merged = try NoteMergeTests.merge(sides[0], sides[1], sides[2])
            let lines = try NoteMergeTests.lines(sides[0], sides[1], sides[2])
            let text = String(decoding: merged.bytes, as: UTF8.self)
            let context =
                "seed \(seed)\n\(base.text)\n=== ours\n\(ours.text)\n=== theirs\n\(theirs.text)\n=== merged\n\(text)"
            if merged.hasConflicts { conflicts += 1 }
            if lines.hasConflicts, !merged.hasConflicts { fewer += 1 }
            #expect(!merged.hasConflicts || lines.hasConflicts, "more conflicts than git: \(context)")

            // Lines.
            let found = Set(text.split(separator: "\n"))
            let before = Set(base.text.split(separator: "\n"))
            for (side, other) in [(ours, theirs), (theirs, ours)] {
                let wanted =
                    side.body + side.keys.compactMap { $0.comment.map { "# \($0)" } }
                    + side.keys.filter { if case .text = $0.value { true } else { false } }.map { key in
                        if case .text(let text) = key.value { "\(key.name): \(text)" } else { "" }
                    }
                let kept = Set(other.text.split(separator: "\n"))
                for line in wanted where !before.contains(Substring(line)) || kept.contains(Substring(line)) {
                    #expect(found.contains(Substring(line)), "'\(line)' is lost: \(context)")
                }
            }
            // Keys.
            if merged.hasConflicts { continue }
            for name in Set((base.keys + ours.keys + theirs.keys).map(\.name)) {
                let (value, isContradictory) = Self.expected(name, base, ours, theirs)
                if isContradictory {
                    #expect(!lines.hasConflicts, "'\(name)' was guessed: \(context)")
                    continue
                }
                switch value {
                case nil: #expect(!text.contains("\n\(name):"), "'\(name)' came back: \(context)")
                case .text(let value): #expect(text.contains("\n\(name): \(value)\n"), "\(name): \(context)")
                case .date(let day): #expect(text.contains("\n\(name): 2024-01-\(day)\n"), "\(name): \(context)")
                case .list(let items, _): #expect(Self.sets(text, name) == items.sorted(), "\(name): \(context)")
                }
            }
        }
        print("of \(count) random merges \(conflicts) have conflicts, \(fewer) fewer than by lines alone")
    }
}
