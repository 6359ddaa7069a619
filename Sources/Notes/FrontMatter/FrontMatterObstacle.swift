/// The cause of a `FrontMatterRefusal`, with an offset in the draft in which it was found.
struct FrontMatterObstacle: Error {
    let offset: Int
    let reason: String
}
