import System

/// Measurements of other queries, sorts, sections, lists and hints. Each is compared with the query for a rare word of
/// the same run, as a whole process.
extension Measurement {
    static func queryTable(_ tools: Tools, _ workspace: Workspace, queries: Queries) -> [Measurement] {
        let half = queries.half
        let last = ["--scope", "all", "--vault", workspace.vaultText, "--no-sync"]
        let rare = MeasuredProgram([tools.slip, "search", queries.rare] + last)

        func measured(_ title: String, _ words: [String], atMost limit: Double) -> Measurement {
            var subject = MeasuredProgram([tools.slip] + words)
            subject.acceptsNoResults = true
            return Measurement(
                name: "queries", title: title, subject: subject, baseline: rare, comparison: .ratio(atMost: limit))
        }
        func search(_ query: String, _ words: String..., atMost limit: Double = 4) -> Measurement {
            measured(
                ([query] + words).joined(separator: " "), ["search", query, "--limit", "20"] + words + last,
                atMost: limit)
        }
        func list(_ words: String..., atMost limit: Double) -> Measurement {
            measured(
                words.joined(separator: " "), words + ["--vault", workspace.vaultText, "--no-sync"], atMost: limit)
        }

        let fields = [
            "status:draft", "status:draft,review", "-status:draft", "#area", "no:keyword", "keywords:2", "is:favorite",
            "has:attachment", "has:attachment last:30d", "has:backlink", "is:orphan", "is:broken",
            "links-to:(status:draft)",
            "linked-from:(status:draft)", "backlinks:>2", "links:>3", "words:>300", "size:>2k", "task:open",
            "priority:>1", "author:\"Niklas Luhmann\"", "due:2022", "has:due", "created:2022-03", "modified:2022",
            "older:600d", "alias:*a*", "attachment:picture*", "name:*a*", "path:**/part**",
        ]
        let mixed = [
            "\(queries.rare) OR \(half)", "is:orphan \(half)", "NOT has:attachment OR is:favorite",
            "(status:draft OR #area) -has:task \(half)", "status:review has:attachment \"\(half)\" -#area",
        ]
        let sorts = ["title", "path", "modified", "words", "size", "backlinks", "status", "priority", "author", "due"]
        let formats = ["text", "json", "csv", "vimgrep"]
        let sections = ["status", "day", "month", "period", "folder", "keyword", "author", "due"]
        var table = (fields + mixed).map { search($0) }
        table += sorts.map { search("@all", "--sort", $0) } + sorts.map { search(half, "--sort", $0) }
        table += formats.map { search("@all", "--format", $0) }
        table += [
            "has:attachment", "status:draft", "is:orphan", "priority:>1", "-\(half)", "\(half) OR \(queries.second)",
        ]
        .map { search($0, "--count", atMost: 3) }
        table += sections.map { search("@all", "--group", $0, atMost: 6) }
        table += ["zzqqxx", "zzqqxx status:draft #area", "author:nosuch", "#nosuch", "has:attachment last:30d"].map {
            search($0, atMost: 8)
        }
        table += ["#a", "status:", "has:", "in:", "author:", "st"].map { list("suggest", $0, atMost: 4) }
        table += [["keyword", "list"], ["property", "list"], ["property", "list", "keywords"], ["folder", "tree"]].map {
            measured(
                $0.joined(separator: " "), $0 + ["--vault", workspace.vaultText, "--no-sync"], atMost: 6)
        }
        return table
    }
}
