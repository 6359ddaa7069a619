import SourceText
import System
import VaultFiles

/// One part of `slip setup` or `slip git setup`, which can be made, checked and removed.
struct SetupPart {
    enum PartState: Hashable {
        case set
        case unset
        /// An earlier version made it. Making it again updates it.
        case outdated
        /// It was made, and changed manually since.
        case changed
        /// Something else is there, which is left alone.
        case other(String)
    }

    var name: String
    /// The place where it is made, for display.
    var place: String
    /// The lines to write, or for the user to add if something else is there.
    var lines: [String]
    /// The number of lines to write, if `lines` describes them.
    var length: Int?
    var state: () throws -> PartState
    /// Makes the part if it is unset or outdated.
    var make: () throws -> Void
    /// Removes the part. Returns whether there was anything to remove.
    var remove: () throws -> Bool
    /// Whether it consists of separate files, which `SetupDialog` names instead of showing.
    var isApart = false
}

/// Shows the parts of `slip setup` or `slip git setup` and makes them after confirmation, or removes them.
struct SetupDialog {
    let context: CommandContext
    let parts: [SetupPart]
    /// Whether to show separate files too.
    let showsAll: Bool

    init(_ parts: [SetupPart], in context: CommandContext, showsAll: Bool = true) {
        self.parts = parts
        self.showsAll = showsAll
        self.context = context
    }

    /// Shows the parts that are missing or outdated, and makes them if the user agrees. For a part that the user has
    /// set up otherwise, prints the lines to add.
    ///
    /// - Parameters:
    ///   - agrees: whether to skip the question.
    ///   - done: the message after success.
    func make(agrees: Bool, done: String) throws {
        var missing: [SetupPart] = []
        for part in parts {
            guard let state = tried(part, { try part.state() }) else { continue }
            switch state {
            case .set: continue
            case .unset, .outdated:
                missing.append(part)
                let isNamed = part.isApart && !showsAll
                let count = isNamed ? ", a file of \(Counted.of(part.length ?? part.lines.count, "line"))" : ""
                try context.print("\(part.name): in \(SafeText.escaped(part.place))\(count)")
                for line in isNamed ? [] : part.lines { try context.print("    \(SafeText.escaped(line))") }
            case .changed: context.notice("\(part.name): has been edited, and is left unchanged")
            case .other(let what):
                context.notice(
                    SafeText.escaped("\(part.name): \(what), which is left unchanged; add these lines yourself:"))
                for line in part.lines { context.host.writeError("    \(SafeText.escaped(line))") }
            }
        }
        if missing.isEmpty { return context.notice("nothing to set up") }
        let agrees = agrees || (context.host.inputIsTerminal && context.asks("Write this?"))
        if !agrees { return context.notice("nothing was changed; to skip the question: --yes") }
        try context.host.output.flush()
        let made = missing.filter { part in tried(part, part.make) != nil }
        if !made.isEmpty { context.notice(done) }
    }

    /// Runs `body` for one part. If it throws, reports the error, sets exit status 2 and returns nil, so that the other
    /// parts are still processed.
    private func tried<Value>(_ part: SetupPart, _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch let error as VaultError {
            context.fail(
                SafeText.escaped("\(part.name): \(error.message)"), help: error.help.map { SafeText.escaped($0) })
        } catch let error as SystemError {
            context.fail(SafeText.escaped("\(part.name): \(error.description)"))
        } catch {
            context.fail("\(part.name): cannot be set up here")
        }
        return nil
    }

    /// Removes the parts that the user has not changed. The order is reversed, so that created folders are empty when
    /// they are removed.
    func remove() throws {
        var removed: [String] = []
        for part in parts.reversed() {
            if tried(part, part.remove) == true, !removed.contains(part.name) { removed.insert(part.name, at: 0) }
            if tried(part, part.state) == .changed {
                context.notice("\(part.name): has been edited, and is left unchanged")
            }
        }
        context.notice(
            removed.isEmpty ? "nothing to remove" : "removed \(removed.joined(separator: ", "))")
    }
}
