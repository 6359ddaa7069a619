import JSONRPC
import SourceText
import TestSupport
import Testing

@Suite struct FrameReaderTests {
    /// Everything that comes of some bytes that arrive in pieces.
    private static func read(_ bytes: [UInt8], pieces: Int) -> (bodies: [String], faults: Int) {
        var reader = FrameReader()
        var bodies: [String] = []
        var faults = 0
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.add(Array(bytes[start..<min(bytes.count, start + pieces)]))
            while true {
                do throws(ResponseError) {
                    guard let body = try reader.next() else { break }
                    bodies.append(String(decoding: body, as: UTF8.self))
                } catch {
                    faults += 1
                }
            }
        }
        return (bodies, faults)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `messages are complete however their bytes are split`(pieces: Int) {
        let bodies = ["{}", "", "{\"a\":\"é\"}", String(repeating: "x", count: 300)]
        let bytes = bodies.flatMap { FrameReader.frame(Array($0.utf8)) }
        #expect(Self.read(bytes, pieces: pieces) == (bodies, 0))
    }

    @Test func `other headers and line ends are taken`() {
        let text = "content-type: x\r\nCONTENT-LENGTH:  2\r\n\r\n{}Content-Length: 2\n\n[]"
        #expect(Self.read(Array(text.utf8), pieces: 5).bodies == ["{}", "[]"])
    }

    @Test func `an invalid header is reported, and the next message is read`() {
        let text = "garbage\r\n\r\nContent-Length: 2\r\n\r\n{}Content-Length: -5\r\n\r\nContent-Length: 2\r\n\r\n[]"
        let (bodies, faults) = Self.read(Array(text.utf8), pieces: 4)
        #expect(bodies == ["{}", "[]"])
        #expect(faults == 2)
    }

    @Test(arguments: [
        "Content-Length: -5", "Content-Length: x", "Content-Length:", "Content-Length: 99999999999999999999999",
        "Content-Length: 900000000000", "Content-\u{FF}Length: 40", "Content-Length: 1e2",
        "Content-Length: 0x10\r\nContent-Type: x",
    ])
    func `after a header that cannot be read the next message is read`(header: String) {
        let lost = "{\"jsonrpc\":\"2.0\",\n\n\"id\":1,\"method\":\"x\"}"
        var bytes = Array("\(header)\r\n\r\n\(lost)".utf8)
        // As Latin-1, so that the header is not UTF-8.
        bytes.replace([0xC3, 0xBF], with: [0xFF])
        for body in ["{}", "[]"] { bytes += FrameReader.frame(Array(body.utf8)) }
        for pieces in [1, 9, 1000] { #expect(Self.read(bytes, pieces: pieces) == (["{}", "[]"], 1)) }
    }

    @Test func `bytes without a header are skipped and not kept`() {
        let bytes = [UInt8](repeating: 0x41, count: 300_000) + FrameReader.frame(Array("{}".utf8))
        #expect(Self.read(bytes, pieces: 4096) == (["{}"], 1))
    }

    @Test func `random bytes are read the same in any pieces`() {
        var random = FixedGenerator(13)
        for _ in 0..<300 {
            var bytes = (0..<Int.random(in: 0..<400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.insert(contentsOf: Array("Content-Length: 9\r\n\r\n".utf8), at: 0) }
            bytes += Array("\r\n\r\n".utf8) + FrameReader.frame(Array("{}".utf8))
            #expect(Self.read(bytes, pieces: 16) == Self.read(bytes, pieces: 1000))
        }
    }
}

@Suite struct MessageTests {
    private static func fault(_ text: String) -> Message.Fault? {
        do throws(Message.Fault) {
            _ = try Message(body: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a message that cannot be read says which request it was`() {
        #expect(Self.fault("{")?.error.code == .parseError)
        #expect(Self.fault("[]")?.error.code == .invalidRequest)
        #expect(Self.fault(#"{"jsonrpc":"2.0","id":7}"#)?.id == .number("7"))
        #expect(Self.fault(#"{"jsonrpc":"1.0","id":"a","method":"x"}"#)?.id == .text("a"))
        #expect(Self.fault(#"{"jsonrpc":"2.0","id":{},"method":"x"}"#)?.error.code == .invalidRequest)
        #expect(Self.fault("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\u{FF}\"}") == nil)
    }
}
