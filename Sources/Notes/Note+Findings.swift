package import SourceText

extension Note {
    /// What is wrong with the note whatever else there is in the vault: faults of its front matter, its encoding, marks
    /// of merge conflicts, keys that mean nothing but nearly are some that do, and links to parts of the note that it
    /// does not have. In no order.
    ///
    /// - Parameter bytes: those that the note was read from.
    ///
    /// Complexity: O(bytes).
    package func findings(_ rules: NoteRules, in bytes: [UInt8]) -> [Diagnostic] {
        var found = diagnostics + missingParts(bytes)
        // The first line of each; what is left of one that was half decided counts too.
        for (number, marker) in conflicts.enumerated() where number == 0 || isConflictStart(marker) {
            found.append(
                Diagnostic(
                    .conflict, at: marker, "a merge conflict begins here", help: "decide it and take the markers out"))
        }
        for entry in properties {
            if let near = nearKey(entry, rules) { found.append(near) }
        }
        return found
    }

    private func missingParts(_ bytes: [UInt8]) -> [Diagnostic] {
        if body.partLinks.isEmpty { return [] }
        let anchors = NoteAnchors(self, bytes)
        return body.partLinks.compactMap { link in
            // `#top` is the beginning of every page (HTML Living Standard 7.4.6.4).
            guard let fragment = link.fragment, !anchors.holds(fragment), fragment.lowercased() != "top" else {
                return nil
            }
            let isBlock = fragment.hasPrefix("^")
            return Diagnostic(
                isBlock ? .missingBlock : .missingHeading, at: link.range,
                "the note has no \(isBlock ? "block" : "heading") '\(fragment)'")
        }
    }

    /// A key of the note that means nothing, but would if it were spelled as one that does, and could be it: the note
    /// has none of that meaning, and the value is one that it takes.
    private func nearKey(_ entry: YAMLEntry, _ rules: NoteRules) -> Diagnostic? {
        guard let name = rules.keys.nearly(entry.key), let key = rules.keys.name(name)?.key, !keys.contains(key),
            !entry.value.isNull
        else { return nil }
        let text = entry.value.text
        let fits =
            switch key {
            case .created, .modified: text.flatMap { DateText($0) }.map { $0.precision >= .day } ?? false
            case .favorite: ["true", "false", "yes", "no", "on", "off"].contains(text?.lowercased() ?? "")
            case .order: text.flatMap { Int64($0) } != nil
            case .status: text.flatMap { rules.status($0) } != nil
            case .title, .id: text != nil
            case .links, .attachments: !(text?.contains("://") ?? false)
            case .keywords, .aliases: true
            }
        guard fits else { return nil }
        return Diagnostic(
            .nearKey, at: entry.keyRange, "the key '\(entry.key)' is nearly '\(name)' and means nothing",
            help: "rename it to '\(name)' if that is meant")
    }
}
