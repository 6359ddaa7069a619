extension String {
    /// Creates the digits of a value that is not negative, with leading zeros if there are fewer than `width`:
    /// `String(7, width: 3)` is `007`.
    package init(_ value: some BinaryInteger, width: Int, radix: Int = 10, uppercase: Bool = false) {
        let digits = String(value, radix: radix, uppercase: uppercase)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
