import Foundation
import TestSupport
import Testing

/// Near matches of questions in scripts without spaces, and of short questions.
@Suite struct CharacterNearMatchTests {
    private static let notes = [
        "brain.md": "# 第二大脑\n\n用笔记建立知识管理系统。\n", "learn.md": "# 学习方法\n\n间隔重复帮助记忆。\n",
        "tea.md": "# 绿茶的做法\n\n水温八十度,泡三分钟。\n", "cats.md": "# 养猫\n\n猫每天睡十六小时。\n",
        "ja.md": "# 東京の歴史\n\n江戸時代から続く町です。\n", "ko.md": "# 한국어 문법\n\n조사와 어미.\n",
        "en.md": "# Tea\n\nTea is made of leaves.\n",
    ]

    private func near(_ query: String) throws -> [String] {
        try Console(Self.notes).slip(
            "search", "--near", "--quiet", "--template", "{{name}}: {{nearly}}", "--", query
        ).lines
    }

    @Test(arguments: [
        ("什么是第二大脑", "brain: 第二大脑 for 什么是第二大脑"), ("怎样提高学习方法", "learn: 学习方法 for 怎样提高学习方法"),
        ("知识的管理", "brain: 知识 … 管理 for 知识的管理"), ("怎么养猫", "cats: 养猫 for 怎么养猫"), ("什么是茶", "tea: 茶 for 什么是茶"),
        ("東京の歴史とは何ですか", "ja: 東京 … 歴史 for 東京の歴史とは何ですか"),
        ("문법은", "ko: 문법 for 문법은"), ("间隔重复法", "learn: 间隔重复 for 间隔重复法"),
    ])
    func `a question finds notes with its pairs of characters`(_ question: String, _ first: String) throws {
        let found = try near(question)
        #expect(found.first == first, "\(found)")
    }

    @Test(arguments: ["如何治疗感冒", "量子力学的基本原理", "什么是区块链", "明天会下雨吗"])
    func `a question about something else finds nothing`(_ question: String) throws {
        #expect(try near(question) == [])
    }

    @Test func `an exact match is no near match`() throws {
        let found = try near("第二大脑")
        #expect(found == ["brain: "], "\(found)")
    }

    @Test func `the title decides among notes with the same pairs`() throws {
        let terminal = try Console(["a.md": "# 茶\n\n学习方法很多。\n", "b.md": "# 学习方法\n\n茶。\n"])
        let lines = terminal.slip("search", "--near", "--quiet", "--template", "{{name}}", "学习方法论").lines
        #expect(lines == ["b", "a"])
    }

    @Test func `a long text costs a bounded number of searches`() throws {
        let text = (0..<3000).compactMap { Unicode.Scalar(0x4E00 + $0 * 7 % 6000).map(String.init) }.joined()
        #expect(ContinuousClock().measure { _ = try? near(text) } < .seconds(20))
    }

    @Test(arguments: [
        ("how is tea brewed", ["en"]), ("what is tea", ["en"]), ("what is quicksilver", []),
    ])
    func `small words of a short question do not count`(_ question: String, _ names: [String]) throws {
        let found = try Console([
            "en.md": "# Tea\n\nMade of leaves.\n", "b.md": "How is the weather\n", "c.md": "It is what?\n",
        ]).slip("search", "--near", "--quiet", "--template", "{{name}}", "--", question).lines
        #expect(found == names, "\(found)")
    }

    @Test func `small words count if some note has the whole query`() throws {
        let terminal = try Console(["a.md": "the who live\n", "b.md": "live at leeds\n", "c.md": "the who\n"])
        let lines = terminal.slip(
            "search", "--near", "--quiet", "--template", "{{name}}: {{nearly}}", "the who live"
        ).lines
        #expect(lines.first == "a: " && lines.contains("c: lacks live"), "\(lines)")
    }
}
