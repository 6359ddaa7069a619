import BenchmarkSystem
import SourceText
import System

/// `slip-bench browse`: how long `slip browse` takes to respond to keys, in a terminal of 160 columns and 50 rows.
struct BrowserBenchmark {
    let slip: String
    let workspace: Workspace
    let made: GeneratedVault
    let log: (String) -> Void

    private static let keys = 200
    /// Ctrl-U, which clears the query.
    private static let clear: UInt8 = 0x15

    /// The time from a key to a part of the screen.
    private struct KeyTime {
        /// The query after the key.
        var query: String
        var milliseconds: Double
    }

    /// The time without output, in milliseconds, after which the screen counts as complete.
    private static let silence = 350

    /// Reads output until there is none for `silence`. Returns the time of each piece, in milliseconds since the call.
    /// To be called directly after a key is sent.
    ///
    /// - Parameter patience: the time to wait for the first piece, in milliseconds.
    private func pieces(_ terminal: PseudoTerminal, patience: Int) -> [Double] {
        let clock = ContinuousClock()
        let start = clock.now
        var times: [Double] = []
        while !terminal.read(milliseconds: times.isEmpty ? patience : Self.silence).isEmpty {
            times.append((clock.now - start) / .milliseconds(1))
        }
        return times
    }

    func run() throws {
        _ = try MeasuredProgram([slip, "index", "--vault", workspace.vaultText]).run(workspace)
        let clock = ContinuousClock()
        let start = clock.now
        // The program runs in the vault, so its path must be absolute.
        guard let program = Files.realPath(Array(slip.utf8)).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw BenchmarkError("there is no program at '\(slip)'")
        }
        let terminal = try PseudoTerminal(
            ["/usr/bin/env", "TERM=xterm-256color", program, "browse", "--no-mouse"].map { Array($0.utf8) },
            in: workspace.vault,
            columns: 160, rows: 50)
        _ = terminal.read(milliseconds: 5000)
        let first = (clock.now - start) / .milliseconds(1)
        _ = pieces(terminal, patience: 3000)
        // Wait for the data that the browser loads in the background.
        ThisProcess.sleep(.seconds(3))
        _ = pieces(terminal, patience: 1)
        var lists: [KeyTime] = []
        var screens: [KeyTime] = []
        var query: [UInt8] = []
        var number = 0
        var keys: [UInt8] = []
        while keys.count < Self.keys {
            // Two words of a title, a condition with a word, and a phrase. The line is cleared after each.
            let words = Words.list(String(decoding: made.title(number * 37), as: UTF8.self))
            let text = [
                "\(words.prefix(2).joined(separator: " "))", "status:draft \(words.first ?? "a")",
                "\"\(words.joined(separator: " "))\"",
            ]
            keys += Array(text[number % 3].utf8.filter { $0 < 0x80 }) + [Self.clear]
            number += 1
        }
        for key in keys.prefix(Self.keys) {
            try terminal.write([key])
            let times = pieces(terminal, patience: 1000)
            query = key == Self.clear ? [] : query + [key]
            guard let last = times.last else { continue }
            let text = String(decoding: query, as: UTF8.self)
            // The letter itself comes first, then the list, then the rest of the screen.
            lists.append(KeyTime(query: text, milliseconds: times.count > 1 ? times[1] : last))
            screens.append(KeyTime(query: text, milliseconds: last))
        }
        try terminal.write([0x03])
        log("start to the first screen: \(Report.decimal(first, 1)) ms (50 wanted)")
        for (name, times) in [("a key to the list", lists), ("a key to all that follows from it", screens)] {
            let sorted = times.sorted { $0.milliseconds < $1.milliseconds }
            guard let worst = sorted.last else { continue }
            let figures = [sorted[sorted.count / 2], sorted[sorted.count * 9 / 10], worst]
                .map { Report.decimal($0.milliseconds, 1) }.joined(separator: " · ")
            log("\(name): \(figures) ms (median · 90 % · worst: '\(worst.query)')")
        }
    }
}
