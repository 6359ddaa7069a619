import Testing
import slip_bench

@Suite struct ReportTests {
    @Test(arguments: [
        (0, 2, "0.00"), (1.005, 1, "1.0"), (0.96, 1, "1.0"), (12.34, 0, "12"), (-0.26, 1, "-0.3"), (7.05, 2, "7.05"),
        (.nan, 1, "–"), (.infinity, 1, "–"),
    ])
    func `numbers are rounded to their digits`(value: Double, digits: Int, text: String) {
        #expect(Report.decimal(value, digits) == text)
    }

    @Test func `the median of an even number of values is the mean of the middle two`() {
        #expect(Series([4, 1, 3, 2]).median == 2.5)
        #expect(Series([9, 1, 2]).median == 2)
        #expect(Series([]).median == 0)
    }

    @Test func `the base is subtracted before the ratio, and a missed target is reported`() {
        let comparison = Comparison.ratioBeyondBase(atMost: 1.35)
        let met = comparison.verdict(subject: 30, baseline: 20, base: 5, memory: 0)
        #expect((met.text, met.target) == ("1.25×", "≤ 1.35×"))
        #expect(met.isMet == true)
        #expect(comparison.verdict(subject: 40, baseline: 20, base: 5, memory: 0).isMet == false)
        #expect(
            Comparison.rate(bytes: { 6e6 }, atLeast: 60).verdict(subject: 100, baseline: nil, base: nil, memory: 0)
                .isMet == true)
        #expect(Comparison.more(atMost: 10).verdict(subject: 31, baseline: 20, base: nil, memory: 0).isMet == false)
    }

    @Test func `columns are aligned, and a reason may exceed its column`() {
        let table = Report.table([
            ["what", "ms", "range", "met"], ["a walk", "12.5", "1–20", "yes"],
            ["a search", "–", "rg is not installed"],
        ])
        #expect(
            table == """
                what        ms  range  met
                a walk    12.5   1–20  yes
                a search     –  rg is not installed

                """)
    }
}
