package import Arguments

/// A command of `slip`, such as `slip search`.
package typealias SlipCommand = Command<GlobalOptions, CommandContext>
