/// A page of the documentation, which help and the manual show.
///
/// The build generates the list from `Sources/slip/Documentation.docc`.
struct ManualPage: Sendable {
    let path: String
    let bytes: [UInt8]

    /// Returns sections of a page, each with its heading. A section ends at the next heading of level 1 or 2. Missing
    /// sections are left out. For an unknown page, returns an empty text.
    static func sections(_ headings: [String], of page: String) -> String {
        guard let page = all.first(where: { $0.path == "\(page).md" }) else { return "" }
        let sections = String(decoding: page.bytes, as: UTF8.self).dropFirst(2).split(separator: "\n## ")
        return headings.compactMap { heading in sections.first { $0.hasPrefix("\(heading)\n") } }
            .map { "## \($0)\n" }.joined()
    }

    /// Returns the text of one section without its heading.
    static func section(_ heading: String, of page: String) -> String {
        sections([heading], of: page).split(separator: "\n\n", maxSplits: 1).last.map(String.init) ?? ""
    }
}
