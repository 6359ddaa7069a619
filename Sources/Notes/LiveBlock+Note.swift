import SourceText

extension LiveBlock {
    /// Whether two texts of a note differ, but only in the generated text of live blocks.
    package static func differOnly(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        func written(_ bytes: [UInt8]) -> [UInt8]? {
            if bytes.firstRange(of: Array("slip:".utf8)) == nil { return nil }
            var rest: [UInt8] = []
            var start = 0
            for block in Body(bytes, from: FrontMatter.bodyStart(of: bytes)).liveBlocks {
                rest += bytes[start..<block.generated.lowerBound]
                start = block.generated.upperBound
            }
            return rest + bytes[start...]
        }
        guard first != second, let rest = written(first) else { return false }
        return rest == written(second)
    }

    /// Returns the text of a note with line ends in place of all generated text, for searches in the bytes.
    package static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.firstRange(of: Array("slip:".utf8)) == nil { return bytes }
        return blanked(bytes, Body(bytes, from: FrontMatter.bodyStart(of: bytes)).liveBlocks)
    }

    package static func blanked(_ bytes: [UInt8], _ blocks: [LiveBlock]) -> [UInt8] {
        var result = bytes
        for block in blocks {
            for index in block.generated { result[index] = Byte.newline }
        }
        return result
    }
}
