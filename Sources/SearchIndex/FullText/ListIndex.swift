/// The index of a list of rows that spans many pages: the first row on each page, as a tree with fixed page size
/// (https://sqlite.org/src, fts5_index.c, "Segment doclist indexes").
struct ListIndex {
    /// The first row of each page from `firstPage` on, or nil for a page that only continues the positions of a row.
    private var rows: [Int64?] = []
    private var firstPage = 0

    mutating func add(_ row: Int64, page: Int) {
        if rows.isEmpty { firstPage = page }
        rows.append(row)
    }

    /// Adds the page after the last one. Has no effect before the first page with a row.
    mutating func addPageWithoutRow() {
        if !rows.isEmpty { rows.append(nil) }
    }

    /// Returns the pages of the tree with their ids in the segment, or nothing if no page has a row.
    ///
    /// - Parameter termPage: the page where the list starts. On each level of the tree, it numbers the first page.
    func pages(termPage: Int, pageSize: Int) -> [(id: Int64, page: [UInt8])] {
        if rows.isEmpty { return [] }
        var result: [(id: Int64, page: [UInt8])] = []
        var level = Self.level(rows, firstChild: firstPage, pageSize: pageSize)
        for height in 0... {
            let isRoot = level.count == 1
            for (index, node) in level.enumerated() {
                let id = 1 << 36 | Int64(height) << 31 | Int64(termPage + index)
                result.append((id, [isRoot ? 0 : 1] + node.bytes))
            }
            if isRoot { break }
            level = Self.level(level.map(\.row), firstChild: termPage, pageSize: pageSize)
        }
        return result
    }

    /// Returns the nodes over numbered children: the number of the first child and its row, then the distance to the
    /// row of each further child, or 0 if it has none.
    private static func level(
        _ rows: [Int64?], firstChild: Int, pageSize: Int
    ) -> [(row: Int64?, bytes: [UInt8])] {
        var nodes: [(row: Int64?, bytes: [UInt8])] = []
        var previous: Int64 = 0
        for (index, row) in rows.enumerated() {
            let last = nodes.count - 1
            if let row, last < 0 || nodes[last].bytes.count + 1 >= pageSize {
                var bytes: [UInt8] = []
                Varint.append(firstChild + index, to: &bytes)
                Varint.append(Int(row), to: &bytes)
                nodes.append((row, bytes))
            } else {
                Varint.append(row.map { Int($0 - previous) } ?? 0, to: &nodes[last].bytes)
            }
            previous = row ?? previous
        }
        return nodes
    }
}
