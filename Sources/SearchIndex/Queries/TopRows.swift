/// The first of many in an order, and all that are equal to the last of them: what may come first is among them,
/// whatever decides between equals.
///
/// Complexity: O(log limit) for one that is kept, O(1) for one that is not.
struct TopRows {
    private let limit: Int
    /// Below 0 where the first comes first, 0 where they are equal.
    private let compare: (Int, Int) -> Int
    /// A heap, its last at the front.
    private var heap: [Int] = []
    /// Those equal to the last that found no place.
    private var equals: [Int] = []

    /// - Parameter limit: at least 1.
    init(limit: Int, compare: @escaping (Int, Int) -> Int) {
        self.limit = max(1, limit)
        self.compare = compare
        heap.reserveCapacity(min(self.limit, 1024))
    }

    var rows: [Int] { heap + equals }

    mutating func add(_ row: Int) {
        if heap.count < limit {
            heap.append(row)
            rise(heap.count - 1)
            return
        }
        let last = heap[0]
        let place = compare(row, last)
        if place > 0 { return }
        if place == 0 {
            equals.append(row)
            return
        }
        heap[0] = row
        sink(0)
        if compare(heap[0], last) == 0 { equals.append(last) } else { equals.removeAll(keepingCapacity: true) }
    }

    private mutating func rise(_ index: Int) {
        var index = index
        while index > 0, compare(heap[index], heap[(index - 1) / 2]) > 0 {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(_ index: Int) {
        var index = index
        while true {
            var last = index
            let left = 2 * index + 1
            if left < heap.count, compare(heap[left], heap[last]) > 0 { last = left }
            if left + 1 < heap.count, compare(heap[left + 1], heap[last]) > 0 { last = left + 1 }
            if last == index { return }
            heap.swapAt(index, last)
            index = last
        }
    }
}
