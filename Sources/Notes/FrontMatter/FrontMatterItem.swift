/// One entry of a list. Unlike a `YAMLListEntry` it need not be text: its text and style are then nil.
struct FrontMatterItem {
    let text: String?
    let range: Range<Int>
    let style: YAMLStyle?
}

extension YAMLValue {
    /// Returns all entries of a list, or the parts of a scalar.
    func items(in bytes: [UInt8]) -> [FrontMatterItem] {
        if case .sequence(let values, _) = content {
            return values.map { FrontMatterItem(text: $0.text, range: $0.range, style: $0.scalarStyle) }
        }
        return listEntries(in: bytes).map { FrontMatterItem(text: $0.text, range: $0.range, style: $0.style) }
    }
}

extension [FrontMatterItem] {
    /// Returns the indices of the entries whose text is in `wanted`, compared by `identity`.
    func indices(_ identity: (String) -> String, _ wanted: Set<String>) -> [Int] {
        indices.filter { index in self[index].text.map { wanted.contains(identity($0)) } ?? false }
    }
}
