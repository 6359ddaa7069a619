/// systemd's manager of this user's services: systemctl(1). It does not run everywhere that systemd is installed: not
/// in containers, and not for a user who is logged in by `su` alone.
struct UserManager {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Whether the manager runs and can be reached.
    var answers: Bool { context.host.runShell("systemctl --user show-environment >/dev/null 2>&1", []) == 0 }

    /// Runs `systemctl --user` with `words`. Does nothing if the user manager does not answer.
    func run(_ words: String) {
        guard answers else { return }
        let status = context.host.runShell("systemctl --user \(words)", [])
        if status != 0 { context.notice("'systemctl --user \(words)' failed; run it yourself to see why") }
    }
}
