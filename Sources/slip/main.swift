import Commands
import System

// Only `RealWorld` is here. The rest is in Commands, where tests can reach it.
ThisProcess.exit(with: RealWorld.run())
