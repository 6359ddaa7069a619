/// What is wrong with a value, in the words of a message about it: `must be at most 5`.
struct SchemaFault: Hashable, Sendable, ExpressibleByStringInterpolation {
    var message: String
    /// The key that the value must have, if it is missing.
    var missingKey: String?

    init(stringLiteral message: String) { self.message = message }

    init(missing key: String) {
        message = "must have the key '\(key)'"
        missingKey = key
    }
}

/// A value that does not conform to a schema.
package struct SchemaViolation: Hashable, Sendable {
    /// A step from a value to one that it contains.
    package enum PathStep: Hashable, Sendable {
        case name(String)
        /// The position in a list, from 0.
        case index(Int)
    }

    /// The steps to the value. Empty for the whole value.
    package var path: [PathStep]
    /// The key that the value must have, if it is missing.
    package var missingKey: String?
    /// What the value must be, such as `must be at most 5`.
    package var message: String

    /// The value's place as text: `author.name`, `cast[0]`. Empty for the whole value.
    package var place: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
