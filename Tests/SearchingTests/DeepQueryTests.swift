import Foundation
import TestSupport
import Testing

/// Nested queries, up to the 200 levels that the specification allows.
@Suite struct DeepQueryTests {
    @Test(arguments: [2, 5, 10, 15, 20, 30, 50, 100, 150, 190])
    func `a nested query finds the notes that the oracle finds`(depth: Int) throws {
        let world = try OracleWorld(seed: 3)
        var reports = OracleReports()
        let kinds: [(String, (QueryTree, QueryTree, QueryTree) -> QueryTree)] = [
            ("parentheses", { inner, _, _ in .parentheses(inner) }),
            ("OR and AND", { inner, a, b in .or([a, .and([b, inner])]) }),
            ("AND and OR", { inner, a, b in .and([.or([inner, a]), b]) }),
            ("NOT", { inner, _, _ in .not(.parentheses(inner)) }),
            ("NOT and OR", { inner, a, _ in .not(.or([inner, a])) }),
        ]
        for (number, (kind, wrap)) in kinds.enumerated() {
            var generator = QueryGenerator(random: FixedGenerator(UInt64(number)), vault: world.vault)
            var tree = QueryTree.leaf(generator.text())
            var levels = 0
            while levels < depth {
                tree = wrap(tree, .leaf(generator.state()), .leaf(generator.text()))
                levels += kind.contains(" ") ? 2 : 1
            }
            reports.check(tree, world, seed: 1, shrinks: false)
        }
        #expect(reports.texts.isEmpty, "\(reports.summary)")
    }

    @Test(arguments: [1, 2, 3, 5, 8, 12, 20, 40, 90])
    func `a query about linked notes can be nested`(depth: Int) throws {
        let world = try OracleWorld(seed: 3)
        var reports = OracleReports()
        for field in ["links-to", "linked-from"] {
            var found = world.vault.found { $0.openTasks > 0 }
            var text = "task:open"
            for _ in 0..<depth {
                text = "\(field):(\(text))"
                found =
                    field == "links-to"
                    ? world.vault.found { !$0.linkedNotes.isDisjoint(with: found) }
                    : found.reduce(into: []) { $0.formUnion(world.vault.notes[$1].linkedNotes) }
            }
            reports.check(.leaf(.init(text: text, found: found)), world, seed: 1, shrinks: false)
        }
        #expect(reports.texts.isEmpty, "\(reports.summary)")
    }

    @Test(arguments: [(3, 12), (6, 4), (8, 3), (5, 6), (8, 9), (11, 2), (1, 900)])
    func `a wide and deep query finds the notes that the oracle finds`(depth: Int, width: Int) throws {
        let world = try OracleWorld(seed: 3)
        var reports = OracleReports()
        for seed in 0..<4 {
            var generator = QueryGenerator(random: FixedGenerator(UInt64(seed)), vault: world.vault)
            func leaf() -> QueryTree {
                if seed > 1, depth > 1, generator.random.once(in: 3) {
                    return .leaf(
                        .init(
                            text: "contains:slip",
                            found: world.vault.found {
                                $0.foldedTexts.contains { OracleText.contains($0, "slip") }
                            }))
                }
                return .leaf(generator.random.once(in: 3) ? generator.text() : generator.number())
            }
            var tree = leaf()
            for level in 0..<depth {
                var parts = (0..<(width - 1)).map { _ in leaf() }
                parts.insert(tree, at: seed % 2 == 0 ? 0 : parts.count)
                tree = (level + seed) % 2 == 0 ? .and(parts) : .or(parts)
            }
            reports.check(tree, world, seed: 1, shrinks: false)
        }
        #expect(reports.texts.isEmpty, "\(reports.summary)")
    }

    @Test func `queries that branch deeply find the notes that the oracle finds`() throws {
        var reports = OracleReports()
        for seed in 1...2 {
            let world = try OracleWorld(seed: seed)
            var generator = QueryGenerator(random: FixedGenerator(UInt64(seed)), vault: world.vault)
            generator.depth = 5
            for number in 0..<(SearchOracleTests.queries / 2) {
                reports.check(generator.tree(), world, seed: UInt64(number))
            }
        }
        #expect(reports.texts.isEmpty, "\(reports.summary)")
    }
}
