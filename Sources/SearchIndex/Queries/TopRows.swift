/// The rows with the greatest values, and all that are as great as the least of them: what may come first is among
/// them, whatever decides between equals.
///
/// Complexity: O(log limit) for a row that is kept, O(1) for one that is not.
struct TopRows<Value: Comparable> {
    private let limit: Int
    /// A heap, its least at the front.
    private var heap: [(value: Value, row: RowID)] = []
    /// Rows as great as the least that found no place.
    private var equals: [(value: Value, row: RowID)] = []

    /// - Parameter limit: at least 1.
    init(limit: Int) {
        self.limit = max(1, limit)
        heap.reserveCapacity(min(self.limit, 1024))
    }

    var rows: [(value: Value, row: RowID)] { heap + equals }

    mutating func add(_ value: Value, _ row: RowID) {
        if heap.count < limit {
            heap.append((value, row))
            rise(heap.count - 1)
            return
        }
        let least = heap[0]
        if value < least.value { return }
        if value == least.value {
            equals.append((value, row))
            return
        }
        heap[0] = (value, row)
        sink(0)
        if heap[0].value == least.value { equals.append(least) } else { equals.removeAll(keepingCapacity: true) }
    }

    private mutating func rise(_ index: Int) {
        var index = index
        while index > 0, heap[index].value < heap[(index - 1) / 2].value {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(_ index: Int) {
        var index = index
        while true {
            var least = index
            let left = 2 * index + 1
            if left < heap.count, heap[left].value < heap[least].value { least = left }
            if left + 1 < heap.count, heap[left + 1].value < heap[least].value { least = left + 1 }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
