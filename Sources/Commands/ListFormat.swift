import Arguments

/// How a command writes a list, or what it did.
enum ListFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json }
