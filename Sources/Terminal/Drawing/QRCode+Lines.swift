import Codecs

extension QRCode {
    /// Returns the code as lines of a terminal, black on white in any color scheme. Each line has two rows of modules.
    package var lines: [String] {
        // Readers need a margin of four modules; two are enough on a screen.
        let margin = 2
        func isDark(_ column: Int, _ row: Int) -> Bool {
            0..<size ~= column && 0..<size ~= row && self[column, row]
        }
        return stride(from: -margin, to: size + margin, by: 2).map { row in
            let modules = (-margin..<size + margin).map { column in
                switch (isDark(column, row), isDark(column, row + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(modules.joined())\u{1B}[0m"
        }
    }
}
