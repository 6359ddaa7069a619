/// A selection of the greatest numbers among those added.
struct TopValues {
    private let limit: Int
    /// A min-heap.
    private var heap: [Int64] = []

    init(limit: Int) {
        self.limit = limit
        heap.reserveCapacity(min(limit, 1024))
    }

    var least: Int64 { heap.first ?? .min }

    @inline(__always)
    mutating func add(_ value: Int64) {
        if heap.count == limit {
            if value > heap[0] { replace(value) }
            return
        }
        heap.append(value)
        var index = heap.count - 1
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func replace(_ value: Int64) {
        heap[0] = value
        var index = 0
        while true {
            var least = index
            let left = 2 * index + 1
            if left < heap.count, heap[left] < heap[least] { least = left }
            if left + 1 < heap.count, heap[left + 1] < heap[least] { least = left + 1 }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
