extension [UInt8] {
    /// The lines with their line feeds. The last line may have none.
    package var linesWithEnds: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < count {
            let end = Swift.min(lineEnd(from: start) + 1, count)
            lines.append(self[start..<end])
            start = end
        }
        return lines
    }
}
