import Commands
import System

// Only `SystemHost` is here. The rest is in Commands, where tests can reach it.
ThisProcess.exit(with: SystemHost.run())
