package struct BenchmarkError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
