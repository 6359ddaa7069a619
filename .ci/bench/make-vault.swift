// Makes a vault of random notes, the same for the same numbers: swiftc -O make-vault.swift && ./make-vault DIR COUNT
import Foundation

struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var value = state
        value ^= value >> 33
        value = value &* 0xFF51_AFD7_ED55_8CCD
        return value ^ value >> 29
    }
}

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]), count > 0 else {
    print("usage: make-vault DIR COUNT")
    exit(2)
}
let root = URL(fileURLWithPath: CommandLine.arguments[1])
var random = Generator(state: 1987)

// Words of two to four syllables, their frequency falling with their rank as Zipf found it.
let onsets = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "st", "tr", "ch", "ż", "ł", "sch"]
let vowels = ["a", "e", "i", "o", "u", "y", "ó", "ä", "ie", "ou"]
var words: [String] = []
var seen: Set<String> = []
while words.count < 30_000 {
    let word = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        onsets[Int.random(in: 0..<onsets.count, using: &random)] + vowels[Int.random(in: 0..<vowels.count, using: &random)]
    }.joined()
    if seen.insert(word).inserted { words.append(word) }
}
func word() -> String {
    let share = Double.random(in: 0..<1, using: &random)
    return words[min(words.count - 1, Int(pow(Double(words.count), share)) - 1)]
}

let keywords = (0..<60).map { $0 % 4 == 0 ? "area/\(words[$0 + 200])" : words[$0 + 200] }
let statuses = ["draft", "review", "archived"]
let folders = (0..<100).map { "area \($0 % 10)/topic \($0)" }
for folder in folders {
    try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
}
for number in 0..<count {
    var lines = ["---", "title: \(word()) \(word()) \(number)"]
    if number % 3 != 0 { lines.append("status: \(statuses[Int.random(in: 0..<3, using: &random)])") }
    let tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in keywords[Int.random(in: 0..<60, using: &random)] }
    lines.append("keywords: [\(tags.joined(separator: ", "))]")
    let day = Int.random(in: 1...28, using: &random)
    lines.append("created: \(2015 + number % 10)-0\(1 + number % 9)-\(day < 10 ? "0" : "")\(day)T08:30:00Z")
    if number % 5 == 0 { lines.append("priority: \(Int.random(in: 1...5, using: &random))") }
    lines += ["---", "# \(word()) \(word())", ""]
    for _ in 0..<Int.random(in: 3...6, using: &random) {
        var paragraph = (0..<Int.random(in: 30...70, using: &random)).map { _ in word() }
        if number > 0, Int.random(in: 0..<2, using: &random) == 0 {
            paragraph[5] = "[[note \(Int.random(in: 0..<number, using: &random))]]"
        }
        lines += [paragraph.joined(separator: " ") + ".", ""]
    }
    let path = "\(folders[number % folders.count])/note \(number).md"
    try (lines.joined(separator: "\n") + "\n").write(
        to: root.appendingPathComponent(path), atomically: false, encoding: .utf8)
}
