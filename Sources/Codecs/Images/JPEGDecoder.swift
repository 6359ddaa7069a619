/// A decoder for JPEG (ITU-T T.81): Huffman-coded, sequential and progressive, 8 bits per sample, in gray, YCbCr
/// (JFIF), RGB, CMYK and YCCK (with Adobe's marker). It collects all coefficients first, so that both modes share the
/// code that computes the picture.
struct JPEGDecoder {
    /// One color plane.
    struct Component {
        var identifier: UInt8
        /// The horizontal and vertical sampling factors.
        var across: Int
        var down: Int
        var table: Int
        /// The size in blocks: `columns` and `rows` cover the picture. `stride` includes the padding of the last units.
        var columns = 0
        var rows = 0
        var stride = 0
        /// 64 coefficients for each block, in zigzag order.
        var coefficients: [Int16] = []
        var prediction = 0
        var dcCode = 0
        var acCode = 0
    }

    private var reader: ByteReader
    private var width = 0
    private var height = 0
    private var isProgressive = false
    private var quantization = [[UInt16]](repeating: Array(repeating: 1, count: 64), count: 4)
    private var components: [Component] = []
    private var maximumAcross = 1
    private var maximumDown = 1
    private var codes: JPEGScan.Codes = JPEGScan.Codes()
    private var restartInterval = 0
    private var orientation = 1
    /// The number of blocks that scans may still visit in total.
    private var budget = 0
    /// The maximum number of scans. Real files have about a dozen.
    private static let maximumScans = 64
    /// The color transform in Adobe's marker, or nil without one.
    private var adobeTransform: UInt8?

    static func image(_ bytes: [UInt8]) throws(DamagedData) -> Image {
        var decoder = JPEGDecoder(reader: ByteReader(bytes))
        try decoder.read()
        return decoder.image.oriented(decoder.orientation)
    }

    /// Returns the displayed width and height, reading no further than necessary.
    static func size(_ bytes: [UInt8]) throws(DamagedData) -> (Int, Int) {
        var decoder = JPEGDecoder(reader: ByteReader(bytes))
        try decoder.read(onlySize: true)
        return decoder.orientation > 4 ? (decoder.height, decoder.width) : (decoder.width, decoder.height)
    }

    private init(reader: ByteReader) { self.reader = reader }

    // MARK: Segments

    private mutating func read(onlySize: Bool = false) throws(DamagedData) {
        reader.index = 2
        while !reader.isAtEnd {
            // Only fill bytes are allowed between segments. In invalid files, other bytes are skipped.
            guard try reader.byte() == 0xFF else { continue }
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            switch marker {
            case 0x00, 0x01, 0xD0...0xD8: continue
            case 0xD9: return try finish()
            default: break
            }
            let length = try reader.number(2) - 2
            let content = Array(try reader.take(length))
            var fields = ByteReader(content)
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                isProgressive = marker == 0xC2
                try readFrame(&fields)
                if onlySize { return }
            // Lossless, hierarchical and arithmetic coding.
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: throw DamagedData()
            case 0xC4: try codes.read(&fields)
            case 0xDB: try readQuantization(&fields)
            case 0xDD: restartInterval = try fields.number(2)
            // The orientation only counts before the frame header.
            case 0xE1 where components.isEmpty: orientation = Self.orientation(content) ?? orientation
            case 0xEE:
                if content.starts(with: Array("Adobe".utf8)), content.count >= 12 { adobeTransform = content[11] }
            case 0xDA: if !onlySize { try readScan(&fields) }
            default: break
            }
        }
        try finish()
    }

    private func finish() throws(DamagedData) { if components.isEmpty { throw DamagedData() } }

    private mutating func readQuantization(_ fields: inout ByteReader) throws(DamagedData) {
        while !fields.isAtEnd {
            let kind = try fields.byte()
            var table = [UInt16](repeating: 1, count: 64)
            for index in 0..<64 { table[index] = UInt16(try fields.number(kind >> 4 == 0 ? 1 : 2)) }
            quantization[Int(kind & 3)] = table
        }
    }

    private mutating func readFrame(_ fields: inout ByteReader) throws(DamagedData) {
        guard components.isEmpty, try fields.byte() == 8 else { throw DamagedData() }
        (height, width) = (try fields.number(2), try fields.number(2))
        let count = Int(try fields.byte())
        guard [1, 3, 4].contains(count), width > 0, height > 0 else { throw DamagedData() }
        for _ in 0..<count {
            let identifier = try fields.byte()
            let sampling = try fields.byte()
            let component = Component(
                identifier: identifier, across: Int(sampling >> 4), down: Int(sampling & 0xF),
                table: Int(try fields.byte() & 3))
            guard (1...4).contains(component.across), (1...4).contains(component.down) else { throw DamagedData() }
            components.append(component)
        }
        // A single plane has one block per unit, regardless of its sampling factors (A.2.2).
        if count == 1 { (components[0].across, components[0].down) = (1, 1) }
        maximumAcross = components.map(\.across).max() ?? 1
        maximumDown = components.map(\.down).max() ?? 1
        guard width * height <= Image.mostPixels else { return }
        for index in components.indices {
            let component = components[index]
            components[index].columns = Self.parts(width * component.across, 8 * maximumAcross)
            components[index].rows = Self.parts(height * component.down, 8 * maximumDown)
            components[index].stride = unitsAcross * component.across
            budget += components[index].stride * unitsDown * component.down * Self.maximumScans
        }
    }

    private var unitsAcross: Int { Self.parts(width, 8 * maximumAcross) }
    private var unitsDown: Int { Self.parts(height, 8 * maximumDown) }

    private static func parts(_ whole: Int, _ size: Int) -> Int { (whole + size - 1) / size }

    private mutating func readScan(_ fields: inout ByteReader) throws(DamagedData) {
        let count = Int(try fields.byte())
        var members: [Int] = []
        for _ in 0..<count {
            let identifier = try fields.byte()
            let codes = try fields.byte()
            guard let index = components.firstIndex(where: { $0.identifier == identifier }), !members.contains(index)
            else { throw DamagedData() }
            (components[index].dcCode, components[index].acCode) = (Int(codes >> 4 & 3), Int(codes & 3))
            members.append(index)
            if components[index].coefficients.isEmpty {
                let blocks = components[index].stride * unitsDown * components[index].down
                components[index].coefficients = Array(repeating: 0, count: blocks * 64)
            }
        }
        let first = Int(try fields.byte())
        let last = Int(try fields.byte())
        let steps = try fields.byte()
        guard !members.isEmpty, first <= last, last < 64, steps & 0xF < 14 else { throw DamagedData() }
        var scan = JPEGScan(
            reader: reader, codes: codes, isProgressive: isProgressive, first: first, last: last,
            isRefining: steps >> 4 != 0, shift: Int(steps & 0xF), restartInterval: restartInterval)
        // Coefficients missing from a truncated file keep their values.
        try? scan.read(&components, members, unitsAcross: unitsAcross, unitsDown: unitsDown, budget: &budget)
        if budget < 0 { throw DamagedData() }
        reader = scan.reader
    }

    /// Returns the orientation in the first Exif directory, which is in TIFF format (Exif 2.32, 4.6.4 A).
    private static func orientation(_ content: [UInt8]) -> Int? {
        guard content.starts(with: Array("Exif\0\0".utf8)), content.count > 14 else { return nil }
        let tiff = Array(content.dropFirst(6))
        let isLittle = tiff[0] == UInt8(ascii: "I")
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start >= 0, start + count <= tiff.count else { return nil }
            let bytes = tiff[start..<start + count]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            guard let tag = number(directory + 2 + 12 * entry, 2) else { return nil }
            if tag == 0x0112 {
                return number(directory + 2 + 12 * entry + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
            }
        }
        return nil
    }

    // MARK: The picture

    private var image: Image {
        let planes = components.map { JPEGPlane($0, quantization[$0.table]) }
        var image = Image(width: width, height: height)
        let isPlain = components.map(\.identifier).elementsEqual("RGB".utf8)
        for y in 0..<height {
            for x in 0..<width {
                func sample(_ index: Int) -> Int {
                    let component = components[index]
                    return planes[index].sample(x * component.across / maximumAcross, y * component.down / maximumDown)
                }
                if components.count == 1 {
                    let gray = UInt8(sample(0))
                    image[x: x, y: y] = (gray, gray, gray, 255)
                    continue
                }
                var color = (sample(0), sample(1), sample(2))
                if adobeTransform != 0, !isPlain, components.count == 3 || adobeTransform == 2 {
                    color = Self.rgb(color)
                    // With four planes, the inks are the complements of these.
                    if components.count == 4 { color = (255 - color.0, 255 - color.1, 255 - color.2) }
                }
                if components.count == 4 {
                    // Adobe stores inks inverted.
                    let black = sample(3)
                    let light = adobeTransform == nil ? 255 - black : black
                    func lit(_ ink: Int) -> Int { (adobeTransform == nil ? 255 - ink : ink) * light / 255 }
                    color = (lit(color.0), lit(color.1), lit(color.2))
                }
                image[x: x, y: y] = (UInt8(color.0), UInt8(color.1), UInt8(color.2), 255)
            }
        }
        return image
    }

    /// Converts YCbCr to RGB (JFIF 1.02, "Conversion to and from RGB") with 16 fractional bits.
    private static func rgb(_ color: (Int, Int, Int)) -> (Int, Int, Int) {
        let (light, blue, red) = (color.0 << 16 + 1 << 15, color.1 - 128, color.2 - 128)
        func byte(_ value: Int) -> Int { max(0, min(255, value >> 16)) }
        return (byte(light + 91_881 * red), byte(light - 22_554 * blue - 46_802 * red), byte(light + 116_130 * blue))
    }
}

/// The samples of one color plane, computed from its coefficients, in rows that include the padding of the blocks.
struct JPEGPlane {
    private let stride: Int
    private var samples: [UInt8]

    func sample(_ x: Int, _ y: Int) -> Int {
        let index = y * stride + x
        return index < samples.count ? Int(samples[index]) : 128
    }

    /// - Complexity: O(samples).
    init(_ component: JPEGDecoder.Component, _ quantization: [UInt16]) {
        stride = component.stride * 8
        samples = Array(repeating: 128, count: component.coefficients.count)
        var block = [Float](repeating: 0, count: 64)
        for start in Swift.stride(from: 0, to: component.coefficients.count, by: 64) {
            let number = start / 64
            let corner = number / component.stride * 8 * stride + number % component.stride * 8
            var isFlat = true
            for index in 0..<64 {
                let value = component.coefficients[start + index]
                if index > 0, value != 0 { isFlat = false }
                block[Int(Self.zigzag[index])] = Float(value) * Float(quantization[index])
            }
            if isFlat {
                let level = Self.level(block[0] / 8)
                for row in 0..<8 { for column in 0..<8 { samples[corner + row * stride + column] = level } }
                continue
            }
            for row in 0..<8 { Self.transform(&block, from: row * 8, step: 1) }
            for column in 0..<8 { Self.transform(&block, from: column, step: 8) }
            for row in 0..<8 {
                for column in 0..<8 { samples[corner + row * stride + column] = Self.level(block[row * 8 + column]) }
            }
        }
    }

    private static func level(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 128.5))) }

    /// The positions of coefficients in a block, from the lowest to the highest frequency (figure A.6).
    static let zigzag: [UInt8] = {
        var order: [UInt8] = []
        for diagonal in 0..<15 {
            let places = (max(0, diagonal - 7)...min(7, diagonal)).map { UInt8($0 * 8 + diagonal - $0) }
            order += diagonal.isMultiple(of: 2) ? places.reversed() : places
        }
        return order
    }()

    /// cos(k π / 16) / 2.
    private static let cosines: [Float] = [
        0.5, 0.490_392_64, 0.461_939_77, 0.415_734_8, 0.353_553_4, 0.277_785_12, 0.191_341_72, 0.097_545_16,
    ]

    /// Computes the inverse cosine transform (A.3.3) of eight values. Even values are split into halves again, and odd
    /// ones use the formula directly.
    private static func transform(_ block: inout [Float], from start: Int, step: Int) {
        func value(_ index: Int) -> Float { block[start + index * step] }
        let middle = value(0) * cosines[4]
        let middleTurn = value(4) * cosines[4]
        let side = value(2) * cosines[2] + value(6) * cosines[6]
        let sideTurn = value(2) * cosines[6] - value(6) * cosines[2]
        let even = (
            middle + middleTurn + side, middle - middleTurn + sideTurn, middle - middleTurn - sideTurn,
            middle + middleTurn - side
        )
        let (one, three, five, seven) = (value(1), value(3), value(5), value(7))
        let odd = (
            one * cosines[1] + three * cosines[3] + five * cosines[5] + seven * cosines[7],
            one * cosines[3] - three * cosines[7] - five * cosines[1] - seven * cosines[5],
            one * cosines[5] - three * cosines[1] + five * cosines[7] + seven * cosines[3],
            one * cosines[7] - three * cosines[5] + five * cosines[3] - seven * cosines[1]
        )
        block[start] = even.0 + odd.0
        block[start + step] = even.1 + odd.1
        block[start + 2 * step] = even.2 + odd.2
        block[start + 3 * step] = even.3 + odd.3
        block[start + 4 * step] = even.3 - odd.3
        block[start + 5 * step] = even.2 - odd.2
        block[start + 6 * step] = even.1 - odd.1
        block[start + 7 * step] = even.0 - odd.0
    }
}
