import Foundation
import TestSupport
import Testing

/// The promise that slip opens no connection to another machine.
@Suite struct ConnectionTests {
    private static func files(_ suffixes: [String]) throws -> [(path: String, text: String)] {
        let sources = ProjectFiles.root.appendingPathComponent("Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { path in suffixes.contains { path.hasSuffix($0) } }
            .map { ($0, try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)) }
    }

    /// Returns the files that call one of these functions.
    private static func callers(_ names: String...) throws -> Set<String> {
        func isCalled(_ name: String, in text: String) -> Bool {
            let before = text.components(separatedBy: "\(name)(").dropLast().compactMap(\.last)
            // Other functions end with the same letters, and a method is another function.
            return before.contains { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        }
        let found = try files([".swift", ".h"]).filter { file in
            // Looking for bytes is quicker than for characters.
            let bytes = Data(file.text.utf8)
            return names.contains { bytes.range(of: Data("\($0)(".utf8)) != nil && isCalled($0, in: file.text) }
        }
        return Set(found.map(\.path))
    }

    @Test func `slip opens no socket but those of the watcher and of serve, on this machine`() throws {
        // All system calls for sockets are in one header.
        let header = "CLinux/shim.h"
        #expect(try Self.callers("socket", "getaddrinfo", "gethostbyname", "inet_pton") == [header])
        let text = try #require(Self.files([".h"]).first { $0.path == header }?.text)
        let parts = text.components(separatedBy: " socket(").dropFirst().map { String($0.prefix { $0 != "," }) }
        #expect(parts == ["AF_UNIX", "AF_INET", "AF_INET6", "AF_INET", "AF_INET"], "\(parts)")
        // It connects to this machine only. The second one is a datagram socket that sends nothing, to choose a route.
        let functions = text.components(separatedBy: "static inline ").filter { $0.contains("connect(fd, ") }
        let kinds = ["slip_connect(", "slip_main_address(", "slip_connect_loopback("]
        #expect(zip(functions, kinds).allSatisfy { $0.contains($1) } && functions.count == 3, "\(functions)")
        #expect(functions[1].contains("SOCK_DGRAM") && !functions[1].contains("send"))
        #expect(functions[2].contains("htonl(INADDR_LOOPBACK)"))
        #expect(try Self.callers("sendto", "sendmsg") == [])
        #expect(try Self.callers("slip_socket") == [header, "System/LocalListener.swift", "System/LocalSocket.swift"])
        #expect(
            try Self.callers("slip_listen", "slip_listen_loopback6", "slip_connect_loopback")
                == [header, "System/NetworkSocket.swift"])
        // Only the watcher and its clients use the local ones, and only the server of `slip serve` the others.
        #expect(try Self.callers("LocalListener") == ["Indexing/Watch/Watcher.swift"])
        #expect(try Self.callers("NetworkListener").allSatisfy { $0.hasPrefix("Web/Serving/") })
        // Other devices are answered only with --lan.
        #expect(try Self.callers("NetworkLogin") == ["Commands/NetworkAccess.swift"])
        #expect(try Self.callers("NetworkAccess") == ["Commands/ServeCommand.swift"])
    }

    @Test func `slip uses no library for the network`() throws {
        for (path, text) in try Self.files([".swift"]) {
            #expect(!text.contains("FoundationNetworking") && !text.contains("URLSession"), "\(path)")
        }
    }
}
