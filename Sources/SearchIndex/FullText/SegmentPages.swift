/// The pages of a segment of an FTS5 table, built from terms in order and the rows of each
/// (https://sqlite.org/src, fts5_index.c, "SEGMENT FORMAT" and "PAGE FORMAT").
///
/// A leaf page consists of a header of two numbers of two bytes (the offsets of its first row number and of its footer),
/// terms with their lists of rows, and a footer with the distances between its terms. A list can continue on any number
/// of pages. Such a page need not start with a row.
struct SegmentPages {
    /// The rows of the tables that contain a segment.
    struct Content: Sendable {
        /// Leaf pages, numbered from 1.
        var leaves: [[UInt8]] = []
        /// The rows of `fts_idx`: text that separates the terms of a page from earlier ones, and twice the number of
        /// the page, plus 1 if the list of its last term has an index.
        var firstTerms: [(term: [UInt8], page: Int)] = []
        /// The pages of the indexes of long lists, with their ids in the segment.
        var listIndexes: [(id: Int64, page: [UInt8])] = []
    }

    private static let emptyPage: [UInt8] = [0, 0, 0, 0]
    /// FTS5 starts each term of its main index with this byte.
    private static let prefix = UInt8(ascii: "0")

    private let pageSize: Int
    private var content = Content()
    private var page = emptyPage
    private var footer: [UInt8] = []
    /// The offset of the last term on the page, or 0 for none.
    private var lastTerm = 0
    private var term: [UInt8] = []
    /// Whether the next row is the first of the list, and whether it is the first on a page that continues a list.
    private var startsList = false
    private var startsPage = true
    private var previousRow: Int64 = 0
    /// The last page that starts a term, with its text in `fts_idx`.
    private var firstTerm: (term: [UInt8], page: Int)? = ([], 1)
    private var listIndex = ListIndex()
    /// The number of pages without a term since the last term.
    private var pagesWithoutTerm = 0

    init(pageSize: Int) { self.pageSize = pageSize }

    private var pageNumber: Int { content.leaves.count + 1 }
    private var room: Int { pageSize - page.count - footer.count }

    /// Starts the list of a term that sorts after all earlier ones.
    mutating func start(_ word: ArraySlice<UInt8>) {
        let newTerm = [Self.prefix] + word
        if room <= newTerm.count + 2, page.count > Self.emptyPage.count { flush() }
        let shared = zip(term, newTerm).prefix { $0 == $1 }.count
        let isFirst = lastTerm == 0
        Varint.append(page.count - lastTerm, to: &footer)
        lastTerm = page.count
        if !isFirst {
            Varint.append(shared, to: &page)
        } else if pageNumber > 1 {
            finishFirstTerm()
            firstTerm = (Array(newTerm.prefix(shared + 1)), pageNumber)
        }
        let own = newTerm[(isFirst ? 0 : shared)...]
        Varint.append(own.count, to: &page)
        page += own
        term = newTerm
        startsList = true
        startsPage = false
    }

    /// Adds a row to the list of the last term. Returns the number of bytes that it takes.
    ///
    /// - Parameter positions: the encoded positions of the term in the row.
    mutating func add(_ row: Int64, _ positions: [UInt8]) -> Int {
        if room <= 0 { flush() }
        let before = page.count
        if startsPage {
            page[0] = UInt8(truncatingIfNeeded: page.count >> 8)
            page[1] = UInt8(truncatingIfNeeded: page.count)
            listIndex.add(row, page: pageNumber)
        }
        Varint.append(Int(startsPage || startsList ? row : row - previousRow), to: &page)
        (startsPage, startsList, previousRow) = (false, false, row)
        Varint.append(positions.count * 2, to: &page)
        let size = page.count - before + positions.count
        var start = 0
        while positions.count - start > room {
            // A page ends between two numbers.
            var end = start + max(0, room)
            while end > start, positions[end - 1] >= 0x80 { end -= 1 }
            page += positions[start..<end]
            start = end
            flush()
        }
        if start == 0 { page += positions } else { page += positions[start...] }
        return size
    }

    mutating func finish() -> Content {
        if page.count > Self.emptyPage.count { flush() }
        finishFirstTerm()
        return content
    }

    private mutating func flush() {
        page[2] = UInt8(truncatingIfNeeded: page.count >> 8)
        page[3] = UInt8(truncatingIfNeeded: page.count)
        if lastTerm == 0 {
            if startsPage { listIndex.addPageWithoutRow() }
            pagesWithoutTerm += 1
        }
        content.leaves.append(page + footer)
        page.replaceSubrange(0..., with: Self.emptyPage)
        footer.removeAll(keepingCapacity: true)
        lastTerm = 0
        startsPage = true
    }

    /// Adds the row of `fts_idx` for the last page that starts a term. FTS5 expects an index of a list that covers four
    /// more pages.
    private mutating func finishFirstTerm() {
        guard let (term, page) = firstTerm else { return }
        let pages = pagesWithoutTerm >= 4 ? listIndex.pages(termPage: page, pageSize: pageSize) : []
        content.firstTerms.append((term, page * 2 + (pages.isEmpty ? 0 : 1)))
        content.listIndexes += pages
        firstTerm = nil
        listIndex = ListIndex()
        pagesWithoutTerm = 0
    }
}
