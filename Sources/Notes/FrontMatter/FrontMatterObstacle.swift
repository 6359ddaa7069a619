/// A `FrontMatterRefusal` in the making: with a place in the text as it stood when the fault was met.
struct FrontMatterObstacle: Error {
    let offset: Int
    let reason: String
}
