/// One scan of a JPEG: decodes coefficients, or refines them by one bit (ITU-T T.81, annexes F and G).
struct JPEGScan {
    private(set) var reader: ByteReader
    private let codes: Codes
    private let isProgressive: Bool
    /// The range of coefficients in the scan.
    private let first: Int
    private let last: Int
    /// Whether the scan adds one bit to existing coefficients.
    private let isRefining: Bool
    private let shift: Int
    private let restartInterval: Int

    private var bits: UInt32 = 0
    private var bitCount = 0
    /// The number of following blocks without coefficients in this scan.
    private var emptyBlocks = 0

    init(
        reader: ByteReader, codes: Codes, isProgressive: Bool, first: Int, last: Int, isRefining: Bool, shift: Int,
        restartInterval: Int
    ) {
        self.reader = reader
        self.codes = codes
        self.isProgressive = isProgressive
        self.first = isProgressive ? first : 0
        self.last = isProgressive ? last : 63
        self.isRefining = isProgressive && isRefining
        self.shift = isProgressive ? shift : 0
        self.restartInterval = restartInterval
    }

    mutating func read(
        _ components: inout [JPEGDecoder.Component], _ members: [Int], unitsAcross: Int, unitsDown: Int,
        budget: inout Int
    ) throws(DamagedData) {
        for index in members { components[index].prediction = 0 }
        let isSingle = members.count == 1
        let only = members[0]
        let columns = isSingle ? components[only].columns : unitsAcross
        let rows = isSingle ? components[only].rows : unitsDown
        // A scan of few bytes can cover all blocks, and a file can have a million such scans.
        let most = isSingle ? 1 : members.map { components[$0].across * components[$0].down }.reduce(0, +)
        for unit in 0..<(columns * rows) {
            budget -= most
            if budget < 0 { throw DamagedData() }
            if restartInterval > 0, unit > 0, unit.isMultiple(of: restartInterval) {
                try restart()
                for index in members { components[index].prediction = 0 }
            }
            if isSingle {
                let block = unit / columns * components[only].stride + unit % columns
                try readBlock(&components[only], block)
                continue
            }
            for index in members {
                let (across, down) = (components[index].across, components[index].down)
                for part in 0..<(across * down) {
                    let row = unit / columns * down + part / across
                    let column = unit % columns * across + part % across
                    try readBlock(&components[index], row * components[index].stride + column)
                }
            }
        }
    }

    // MARK: Blocks

    private mutating func readBlock(_ component: inout JPEGDecoder.Component, _ block: Int) throws(DamagedData) {
        let start = block * 64
        guard start + 64 <= component.coefficients.count else { throw DamagedData() }
        if first == 0 {
            if isRefining {
                if try takeBits(1) == 1 { component.coefficients[start] |= 1 << Int16(shift) }
            } else {
                let size = try readSymbol(codes.dc[component.dcCode])
                guard size < 16 else { throw DamagedData() }
                component.prediction &+= try signed(size)
                component.coefficients[start] = Int16(truncatingIfNeeded: component.prediction << shift)
            }
        }
        guard last > 0 else { return }
        if isRefining {
            try refine(&component, start)
        } else {
            try readRest(&component, start)
        }
    }

    private mutating func readRest(_ component: inout JPEGDecoder.Component, _ start: Int) throws(DamagedData) {
        if emptyBlocks > 0 {
            emptyBlocks -= 1
            return
        }
        let code = codes.ac[component.acCode]
        var index = max(first, 1)
        while index <= last {
            let symbol = try readSymbol(code)
            let (run, size) = (symbol >> 4, symbol & 0xF)
            if size == 0 {
                if run == 15 {
                    index += 16
                    continue
                }
                emptyBlocks = 1 << run - 1
                if run > 0 { emptyBlocks += try takeBits(run) }
                return
            }
            index += run
            guard index <= last else { throw DamagedData() }
            component.coefficients[start + index] = Int16(truncatingIfNeeded: try signed(size) << shift)
            index += 1
        }
    }

    /// Adds one bit to each nonzero coefficient, and sets those that become nonzero (G.1.2.3).
    private mutating func refine(_ component: inout JPEGDecoder.Component, _ start: Int) throws(DamagedData) {
        let bit = Int16(1) << Int16(shift)
        var index = max(first, 1)
        if emptyBlocks == 0 {
            let code = codes.ac[component.acCode]
            while index <= last {
                let symbol = try readSymbol(code)
                var run = symbol >> 4
                var made: Int16 = 0
                switch symbol & 0xF {
                case 0:
                    if run < 15 {
                        emptyBlocks = 1 << run
                        if run > 0 { emptyBlocks += try takeBits(run) }
                    }
                case 1: made = try takeBits(1) == 1 ? bit : -bit
                default: throw DamagedData()
                }
                if emptyBlocks > 0 { break }
                while index <= last {
                    let place = start + index
                    index += 1
                    if component.coefficients[place] != 0 {
                        try refine(&component.coefficients[place], bit)
                    } else if run == 0 {
                        component.coefficients[place] = made
                        break
                    } else {
                        run -= 1
                    }
                }
            }
        }
        guard emptyBlocks > 0 else { return }
        while index <= last {
            if component.coefficients[start + index] != 0 { try refine(&component.coefficients[start + index], bit) }
            index += 1
        }
        emptyBlocks -= 1
    }

    private mutating func refine(_ coefficient: inout Int16, _ bit: Int16) throws(DamagedData) {
        guard try takeBits(1) == 1, coefficient & bit == 0 else { return }
        coefficient = coefficient > 0 ? coefficient &+ bit : coefficient &- bit
    }

    // MARK: Bits

    private mutating func restart() throws(DamagedData) {
        (bits, bitCount, emptyBlocks, zeros) = (0, 0, 0, 0)
        // The marker comes next, possibly after fill bytes.
        while true {
            guard try reader.byte() == 0xFF else { continue }
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            if (0xD0...0xD7).contains(marker) { return }
            if marker != 0 {
                reader.index -= 2
                throw DamagedData()
            }
        }
    }

    private mutating func fillBits(_ count: Int) throws(DamagedData) {
        while bitCount < count {
            var byte = UInt32(0)
            if reader.index < reader.bytes.count {
                byte = UInt32(reader.bytes[reader.index])
                if byte == 0xFF {
                    // A zero after 0xFF is stuffing. Any other byte forms a marker, before which zeros are read.
                    if reader.index + 1 < reader.bytes.count, reader.bytes[reader.index + 1] == 0 {
                        reader.index += 2
                    } else {
                        byte = 0
                        zeros += 1
                    }
                } else {
                    reader.index += 1
                }
            } else {
                zeros += 1
            }
            // No valid file ends this early.
            if zeros > Self.maximumZeros { throw DamagedData() }
            bits = bits << 8 | byte
            bitCount += 8
        }
    }

    private var zeros = 0
    private static let maximumZeros = 64

    private mutating func takeBits(_ count: Int) throws(DamagedData) -> Int {
        try fillBits(count)
        bitCount -= count
        return Int(bits >> UInt32(bitCount)) & (1 << count - 1)
    }

    /// Reads a number of `size` bits. Numbers whose first bit is 0 are negative (F.2.2.1).
    private mutating func signed(_ size: Int) throws(DamagedData) -> Int {
        if size == 0 { return 0 }
        let value = try takeBits(size)
        return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
    }

    /// Reads the next Huffman code and returns its symbol.
    private mutating func readSymbol(_ code: Code) throws(DamagedData) -> Int {
        try fillBits(16)
        let entry = code.entries[Int(bits >> UInt32(bitCount - 16)) & 0xFFFF]
        let length = Int(entry >> 8)
        guard length > 0 else { throw DamagedData() }
        bitCount -= length
        return Int(entry & 0xFF)
    }

    /// A lookup table from the next 16 bits to the code length and the symbol.
    struct Code {
        fileprivate var entries = [UInt16](repeating: 0, count: 1 << 16)
    }

    /// The Huffman codes defined so far.
    struct Codes {
        fileprivate var dc = [Code](repeating: Code(), count: 4)
        fileprivate var ac = [Code](repeating: Code(), count: 4)

        /// Reads code definitions (B.2.4.2).
        mutating func read(_ fields: inout ByteReader) throws(DamagedData) {
            while !fields.isAtEnd {
                let kind = try fields.byte()
                let counts = Array(try fields.take(16))
                var code = Code()
                var next = 0
                for length in 1...16 {
                    for _ in 0..<counts[length - 1] {
                        let symbol = UInt16(try fields.byte())
                        let room = 1 << (16 - length)
                        guard next + room <= 1 << 16 else { throw DamagedData() }
                        for index in next..<next + room { code.entries[index] = UInt16(length) << 8 | symbol }
                        next += room
                    }
                }
                if kind >> 4 == 0 { dc[Int(kind & 3)] = code } else { ac[Int(kind & 3)] = code }
            }
        }
    }
}
