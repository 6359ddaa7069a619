/// The purpose of a command: the sections of `slip help` and of the manual.
package enum CommandGroup: String, CaseIterable, Sendable {
    case start = "Set up"
    case find = "Find and read notes"
    case write = "Write notes"
    case organize = "Organize notes"
    case undo = "Undo"
    case examine = "Examine the vault"
    case maintain = "Maintain the index and the repository"
    case help = "Help"
    case program = "For programs"
}
