internal import SourceText

/// Operations that add, remove and set entries of lists.
extension FrontMatterDraft {
    mutating func add(_ change: FrontMatterChange, _ texts: [String]) throws(FrontMatterObstacle) {
        var present = Set(countedEntries(of: change).flatMap(listEntries).map { change.identity($0.text) })
        let new = texts.filter { present.insert(change.identity($0)).inserted }
        if new.isEmpty { return }
        guard let index = target(change) else {
            try create(change, list(new))
            return
        }
        try append(new, to: index)
    }

    mutating func take(_ change: FrontMatterChange, _ texts: [String]) throws(FrontMatterObstacle) {
        try refuseNested(change, creates: false)
        let gone = Set(texts.map(change.identity))
        for index in countedEntries(of: change) {
            let entry = try readable(index)
            try removeItems(of: entry, entry.value.items(in: bytes).indices(change.identity, gone))
        }
    }

    mutating func exchange(_ change: FrontMatterChange, _ old: String, for new: String) throws(FrontMatterObstacle) {
        try refuseNested(change, creates: false)
        if change.identity(old) == change.identity(new), old == new { return }
        let others = countedEntries(of: change).flatMap(listEntries).filter {
            change.identity($0.text) != change.identity(old)
        }
        var isPresent = others.contains { change.identity($0.text) == change.identity(new) }
        for index in countedEntries(of: change) {
            let entry = try readable(index)
            let found = entry.value.items(in: bytes).indices(change.identity, [change.identity(old)])
            guard let first = found.first else { continue }
            try removeItems(of: entry, isPresent ? found : Array(found.dropFirst()))
            // The removed entries follow the first one, so its index is unchanged.
            if !isPresent { try replaceItems(of: readable(index), [first: new]) }
            isPresent = true
        }
    }

    mutating func set(_ change: FrontMatterChange, list texts: [String]) throws(FrontMatterObstacle) {
        guard let index = target(change) else {
            try create(change, list(texts))
            return
        }
        let key = FrontMatterKey.identity(try readable(index).key)
        let others = entries.indices.filter {
            change.covers(entries[$0]) && FrontMatterKey.identity(entries[$0].key) != key
        }
        // The user did not ask to remove comments next to the other entries.
        for other in others { try refuseComment(in: entries[other].value, to: entries[other].value.range.upperBound) }
        try removeEntries(others)
        guard let index = target(change) else { return }
        let entry = entries[index]
        switch entry.value.content {
        case .sequence(let values, _) where !values.isEmpty && !texts.isEmpty:
            try rearrange(index, entry.value.items(in: bytes).map(\.text), to: texts)
        case .sequence(let values, _):
            try removeItems(of: entry, Array(values.indices))
            if !texts.isEmpty { try append(texts, to: index) }
        case .null where texts.isEmpty: return
        case .scalar where texts == listEntries(at: index).map(\.text): return
        case .scalar(_, .plain)
        where listEntries(at: index).count > 1 && texts.count > 1 && texts.allSatisfy(isCommaPart):
            try write(texts.joined(separator: ", "), to: entry)
        case .scalar(_, let style)
        where texts.count == 1 && !texts[0].isEmpty && !entry.value.isNull && !quotesTypedItems:
            let text = item(texts[0], style: style, in: .block)
            try write(text == texts[0] && !isCommaPart(text) ? YAMLWriter.quoted(text) : text, to: entry)
        default: try write(list(texts), to: entry)
        }
    }

    /// Changes a non-empty list into another one with as few edits as possible. Either removes entries and appends new
    /// ones, or overwrites entries in place.
    private mutating func rearrange(_ index: Int, _ old: [String?], to new: [String]) throws(FrontMatterObstacle) {
        var removed: [Int] = []
        var kept = 0
        for (position, text) in old.enumerated() {
            if kept < new.count, text == new[kept] { kept += 1 } else { removed.append(position) }
        }
        let differing = zip(old, new).enumerated().filter { $0.element.0 != $0.element.1 }.map {
            ($0.offset, $0.element.1)
        }
        let edits = differing.count + abs(old.count - new.count)
        if kept > 0, removed.count + new.count - kept <= edits {
            try removeItems(of: readable(index), removed)
            try append(Array(new[kept...]), to: index)
        } else {
            try replaceItems(of: readable(index), Dictionary(uniqueKeysWithValues: differing))
            try removeItems(of: readable(index), Array(old.indices.dropFirst(new.count)))
            try append(Array(new.dropFirst(old.count)), to: index)
        }
    }
}
