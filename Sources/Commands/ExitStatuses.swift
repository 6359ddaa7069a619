/// The part of a command's help about its exit statuses.
enum ExitStatuses {
    /// The statuses of a command that finds things.
    static func found(_ things: String) -> String {
        """
        The exit status is:

            0    \(things) were found
            1    no \(things) were found
            2    an error
        """
    }
}
