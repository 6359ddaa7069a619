import Notes

/// A value as one line of JSON, every scalar a text and null the empty text, as PyYAML's BaseLoader reads it.
///
/// What cannot be read is `?`.
func frontMatterDump(_ value: YAMLValue) -> String {
    switch value.content {
    case .null: "\"\""
    case .scalar(let text, _): quoted(text)
    case .sequence(let values, _): "[" + values.map(frontMatterDump).joined(separator: ",") + "]"
    case .mapping(let mapping, _): frontMatterDump(mapping)
    case .opaque: "?"
    }
}

func frontMatterDump(_ mapping: YAMLMapping) -> String {
    "{" + mapping.entries.map { quoted($0.key) + ":" + frontMatterDump($0.value) }.joined(separator: ",") + "}"
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
