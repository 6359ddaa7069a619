import SourceText
import TestSupport
import Testing

@Suite struct NearestTests {
    private let names = ["title", "status", "keyword", "created", "modified", "attachment", "in", "is"]

    @Test(arguments: [
        ("statsu", "status"), ("Statüs", "status"), ("titel", "title"), ("keywrod", "keyword"), ("key", "keyword"),
        ("attachmetns", "attachment"), ("modifed", "modified"), ("iin", "in"), ("i", "in"), ("craeted", "created"),
    ])
    func `a slip finds the name that was meant`(word: String, name: String) {
        #expect(Nearest.match(word, among: names) == name)
    }

    @Test(arguments: ["", "x", "xy", "zebra", "sttsau", "attachmentsandmore"])
    func `nothing near is nothing`(word: String) {
        #expect(Nearest.match(word, among: names) == nil)
    }

    @Test func `the nearest wins, and the first of equals`() {
        #expect(Nearest.match("board", among: ["bird", "boards", "beard"]) == "boards")
        #expect(Nearest.match("abcd", among: ["abce", "abcf", "ABCD"]) == "ABCD")
        #expect(Nearest.match("abcd", among: ["abce", "abcf"]) == "abce")
        #expect(Nearest.match("abcdefgh", among: ["abcdefxy", "abcdefghijkl"]) == "abcdefghijkl")
        #expect(Nearest.match("word", among: []) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("żółw", "zolw", 3),
    ])
    func `the distance counts scalars`(a: String, b: String, distance: Int) {
        #expect(Nearest.distance(Array(a.utf8), Array(b.utf8), atMost: 9) == distance)
        #expect(Nearest.distance(Array(a.utf8), Array(b.utf8), atMost: distance) == distance)
        #expect(Nearest.distance(Array(a.utf8), Array(b.utf8), atMost: distance - 1) == nil)
    }

    @Test func `the distance is that of the whole table`() {
        var random = FixedGenerator(6)
        for _ in 0..<3000 {
            let a = word(&random)
            let b = word(&random)
            let whole = table(a, b)
            for limit in [-1, 0, 1, 2, 3, Int.max] {
                #expect(Nearest.distance(a, b, atMost: limit) == (whole <= limit ? whole : nil))
            }
        }
    }

    private func word(_ random: inout FixedGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
    }

    private func table(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var cells = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
        for row in 0...a.count {
            cells[row][0] = row
            for column in 0...b.count where row > 0 && column > 0 {
                var cost = cells[row - 1][column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
                cost = min(cost, cells[row - 1][column] + 1, cells[row][column - 1] + 1)
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    cost = min(cost, cells[row - 2][column - 2] + 1)
                }
                cells[row][column] = cost
            }
        }
        return cells[a.count][b.count]
    }
}
