import SourceText
import System
import VaultFiles

/// Something that `slip setup` or `slip git setup` puts where it belongs, tells of, and takes back.
struct SetupPart {
    enum State: Hashable {
        case set
        case unset
        /// An earlier version made it: making it again brings it up to date.
        case outdated
        /// It was made, and changed by hand since.
        case changed
        /// Something else is there, that is left as it is.
        case other(String)
    }

    var name: String
    /// Where it is made, for people.
    var place: String
    /// What is made, or is to be added by hand where something else is there.
    var lines: [String]
    var state: () throws -> State
    /// Makes what is unset or outdated, and leaves the rest.
    var make: () throws -> Void
    /// Takes back what `make` makes, and nothing else; whether there was anything.
    var remove: () throws -> Bool
    /// Whether all of it lies in files of its own, which are named rather than shown where there is much.
    var isApart = false
}

/// Shows what is to be set up and does it after a yes; takes it back.
struct SetupDialog {
    let context: CommandContext
    let parts: [SetupPart]
    /// Whether also what lies in files of its own is shown.
    let showsAll: Bool

    init(_ parts: [SetupPart], in context: CommandContext, showsAll: Bool = true) {
        self.parts = parts
        self.showsAll = showsAll
        self.context = context
    }

    /// - Parameters:
    ///   - agrees: whether nobody has to be asked.
    ///   - done: what is said when it is done.
    func make(agrees: Bool, done: String) throws {
        var missing: [SetupPart] = []
        for part in parts {
            guard let state = tried(part, { try part.state() }) else { continue }
            switch state {
            case .set: continue
            case .unset, .outdated:
                missing.append(part)
                let isNamed = part.isApart && !showsAll
                let count = isNamed ? ", a file of \(Counted.of(part.lines.count, "line"))" : ""
                try context.print("\(part.name): in \(SafeText.escaped(part.place))\(count)")
                for line in isNamed ? [] : part.lines { try context.print("    \(SafeText.escaped(line))") }
            case .changed: context.remark("\(part.name): it was changed by hand, and is left as it is")
            case .other(let what):
                context.remark(
                    SafeText.escaped("\(part.name): \(what), which is left as it is; to be added by hand:"))
                for line in part.lines { context.world.writeError("    \(SafeText.escaped(line))") }
            }
        }
        if missing.isEmpty { return context.remark("nothing is left to set up") }
        let agrees = agrees || (context.world.inputIsTerminal && context.asks("Do it?"))
        if !agrees { return context.remark("nothing was changed; --yes does it") }
        try context.world.output.flush()
        let made = missing.filter { part in tried(part, part.make) != nil }
        if !made.isEmpty { context.remark(done) }
    }

    /// What cannot be done with one part is said, and the others are not the worse for it.
    private func tried<Value>(_ part: SetupPart, _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch let error as VaultError {
            context.fail(
                SafeText.escaped("\(part.name): \(error.message)"), help: error.help.map { SafeText.escaped($0) })
        } catch let error as SystemError {
            context.fail(SafeText.escaped("\(part.name): \(error.description)"))
        } catch {
            context.fail("\(part.name): it cannot be set up here")
        }
        return nil
    }

    /// In the order opposite to that of making, so that folders that were made are empty when it is their turn.
    func remove() throws {
        var removed: [String] = []
        for part in parts.reversed() {
            if tried(part, part.remove) == true, !removed.contains(part.name) { removed.insert(part.name, at: 0) }
            if tried(part, part.state) == .changed {
                context.remark("\(part.name): it was changed by hand, and is left as it is")
            }
        }
        context.remark(
            removed.isEmpty ? "there was nothing to take back" : "took back \(removed.joined(separator: ", "))")
    }
}
