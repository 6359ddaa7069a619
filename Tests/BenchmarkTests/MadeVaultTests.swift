import Testing

@testable import slip_bench

@Suite struct MadeVaultTests {
    @Test func `x`() {}
}
