import Dispatch

/// A thread of its own for work that goes on beside everything else.
package enum Worker {
    /// - Parameter givesWay: whether it goes on only where no other thread wants its processor. The thread stays so where
    ///   others are given it afterwards: this is for work that lasts as long as the process.
    package static func start(_ name: String, givesWay: Bool = false, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: name, qos: .userInitiated).async {
            if givesWay { ThisProcess.giveWay() }
            body()
        }
    }
}
