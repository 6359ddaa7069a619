import Commands
import System

// Nothing but the real world: what is done with it is in Commands, where tests reach it.
ThisProcess.exit(with: RealWorld.run())
