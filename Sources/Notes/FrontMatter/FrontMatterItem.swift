/// One entry of a list, which may be something else than text.
struct FrontMatterItem {
    let text: String?
    let range: Range<Int>
    let style: YAMLStyle?
}

extension YAMLValue {
    /// The entries of a list, those that are no text too; for a scalar its parts.
    func items(in bytes: [UInt8]) -> [FrontMatterItem] {
        if case .sequence(let values, _) = content {
            return values.map { FrontMatterItem(text: $0.text, range: $0.range, style: $0.scalarStyle) }
        }
        return listEntries(in: bytes).map { FrontMatterItem(text: $0.text, range: $0.range, style: $0.style) }
    }
}

extension [FrontMatterItem] {
    /// The numbers of the entries whose text is one of `wanted`, as `identity` compares.
    func indices(_ identity: (String) -> String, _ wanted: Set<String>) -> [Int] {
        indices.filter { index in self[index].text.map { wanted.contains(identity($0)) } ?? false }
    }
}
