internal import SourceText

/// Verifies that a change had exactly the intended effect, by parsing the result.
struct FrontMatterCheck {
    let before: FrontMatterDraft
    let after: FrontMatterDraft
    let change: FrontMatterChange

    func run() throws(FrontMatterObstacle) {
        guard before.bytes != after.bytes else { return }
        let target = before.target(change).map { before.entries[$0].keyRange.lowerBound }
        let offset = target ?? before.front.content.upperBound
        if !isElsewhereSame {
            throw FrontMatterObstacle(offset: offset, reason: "the change would alter other parts of the note")
        }
        if !isDone {
            throw FrontMatterObstacle(
                offset: offset, reason: "'\(change.names[0])' would be read differently from what was set")
        }
    }

    private var isElsewhereSame: Bool {
        let old = before.entries.filter { !change.covers($0) }
        let new = after.entries.filter { !change.covers($0) }
        return after.front.block != nil
            && before.bytes[before.front.bodyStart...].elementsEqual(after.bytes[after.front.bodyStart...])
            && after.front.conflicts.isEmpty
            && after.front.faultCount <= before.front.faultCount
            && old.count == new.count
            && zip(old, new).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
    }

    private var isDone: Bool {
        let old = texts(before)
        let new = texts(after)
        let identity = change.identity
        switch change.action {
        case .remove: return !after.entries.contains { change.covers($0) }
        case .set(.scalar(let text, let quoting)):
            guard let value = after.target(change).map({ after.entries[$0].value }), value.text == text else {
                return false
            }
            return quoting != .text || (value.numeral == nil && value.boolean == nil)
        case .set(.list(let texts, _)): return new == texts
        case .add(let texts):
            let added = Set(texts.map(identity))
            let known = Set(old.map(identity))
            return added.isSubset(of: Set(new.map(identity)))
                && new.filter { known.contains(identity($0)) || !added.contains(identity($0)) } == old
        case .take(let texts):
            let gone = Set(texts.map(identity))
            return new == old.filter { !gone.contains(identity($0)) }
        case .exchange(let from, let to):
            let both: Set<String> = [identity(from), identity(to)]
            return new.contains { identity($0) == identity(to) }
                && (identity(from) == identity(to) || !new.contains { identity($0) == identity(from) })
                && new.filter { !both.contains(identity($0)) } == old.filter { !both.contains(identity($0)) }
        }
    }

    private func texts(_ draft: FrontMatterDraft) -> [String] {
        draft.countedEntries(of: change).flatMap { draft.listEntries(at: $0).map(\.text) }
    }

    private func isSame(_ old: YAMLValue, _ new: YAMLValue) -> Bool {
        switch (old.content, new.content) {
        case (.null, .null): return true
        case (.scalar(let a, let aStyle), .scalar(let b, let bStyle)): return a == b && aStyle == bStyle
        case (.sequence(let a, let aStyle), .sequence(let b, let bStyle)):
            return aStyle == bStyle && a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
        case (.mapping(let a, let aStyle), .mapping(let b, let bStyle)):
            return aStyle == bStyle && a.entries.count == b.entries.count
                && zip(a.entries, b.entries).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
        case (.opaque, .opaque): return before.bytes[old.range].elementsEqual(after.bytes[new.range])
        default: return false
        }
    }
}
