import SourceText

/// The settings of Logseq.
extension OtherSettings {
    mutating func readLogseq() {
        guard let bytes = bytes(["logseq", "config.edn"]) else { return }
        programs.append("Logseq")
        readsPages = true
        ignore("logseq", "backups and settings of Logseq")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            // A semicolon begins a comment. None of the values read here contains one.
            line.prefix { $0 != ";" }
        }
        func value(_ key: String) -> String? {
            for line in lines {
                guard let range = line.firstRange(of: key), let rest = line[range.upperBound...].first,
                    rest.isWhitespace || rest == "\""
                else { continue }
                let parts = line[range.upperBound...].split(separator: "\"", omittingEmptySubsequences: false)
                if parts.count >= 3 { return String(parts[1]) }
            }
            return nil
        }
        let title = DailyFormat.java.moment(value(":journal/page-title-format") ?? "MMM do, yyyy")
        takeDaily(
            value(":journals-directory") ?? "journals",
            DailyFormat.java.name(value(":journal/file-name-format") ?? "yyyy_MM_dd"), title: title, of: "Logseq")
        if let folder = visibleFolder(value(":pages-directory") ?? "pages") {
            newFolder = (folder.text, "new pages of Logseq")
        }
        for path in Self.strings(of: ":hidden", in: lines.joined(separator: "\n")) {
            ignore(String(path.drop { $0 == "/" }), "hidden in Logseq")
        }
    }

    /// Returns the strings of a vector: `:hidden ["/archived" "/test.md"]`.
    private static func strings(of key: String, in text: String) -> [Substring] {
        guard let range = text.firstRange(of: key) else { return [] }
        let rest = text[range.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == "[" else { return [] }
        let parts = rest.prefix { $0 != "]" }.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
}
