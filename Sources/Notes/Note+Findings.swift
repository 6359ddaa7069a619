package import SourceText

extension Note {
    /// Returns the findings that need only the note itself, in no particular order.
    ///
    /// These are front matter faults, a wrong encoding, merge conflict markers, keys that nearly match a known key, and
    /// links to missing headings or blocks of the note itself.
    ///
    /// - Parameter bytes: the bytes that the note was read from.
    ///
    /// Complexity: O(bytes).
    package func findings(_ rules: NoteRules, in bytes: [UInt8]) -> [Diagnostic] {
        var found = diagnostics + missingParts(bytes)
        // Reports the first line of each conflict. The first marker counts even if its conflict was partly resolved.
        for (number, marker) in conflicts.enumerated() where number == 0 || isConflictStart(marker) {
            found.append(
                Diagnostic(
                    .conflict, at: marker, "a merge conflict begins here",
                    help: "resolve the conflict and remove the markers"))
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
            // `#top` is the start of every page (HTML Living Standard 7.4.6.4).
            guard let fragment = link.fragment, !anchors.holds(fragment), fragment.lowercased() != "top" else {
                return nil
            }
            let isBlock = fragment.hasPrefix("^")
            return Diagnostic(
                isBlock ? .missingBlock : .missingHeading, at: link.range,
                "the note has no \(isBlock ? "block" : "heading") '\(fragment)'")
        }
    }

    /// Returns a finding if an unknown key is probably a misspelled known key. The note must lack that key, and the
    /// value must be valid for it.
    private func nearKey(_ entry: YAMLEntry, _ rules: NoteRules) -> Diagnostic? {
        guard let name = rules.keys.similarName(to: entry.key), let key = rules.keys.name(name)?.key,
            !keys.contains(key),
            !entry.value.isNull
        else { return nil }
        let text = entry.value.text
        let fits =
            switch key {
            case .created, .modified: text.flatMap { DateText(ofNote: $0) } != nil
            case .favorite: ["true", "false", "yes", "no", "on", "off"].contains(text?.lowercased() ?? "")
            case .order: text.flatMap { Int64($0) } != nil
            case .status: text.flatMap { rules.status($0) } != nil
            case .title, .id: text != nil
            case .links, .attachments: !(text?.contains("://") ?? false)
            case .keywords, .aliases: true
            }
        guard fits else { return nil }
        return Diagnostic(
            .nearKey, at: entry.keyRange, "the key '\(entry.key)' is unknown, but resembles '\(name)'",
            help: "if that is intended, rename the key to '\(name)'")
    }
}
