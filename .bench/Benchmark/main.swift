import System

ThisProcess.exit(with: Benchmark.run(ThisProcess.arguments))
