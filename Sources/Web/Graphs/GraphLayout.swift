/// A layout of a graph for `GraphPage`, in which linked notes are close together. Groups are placed first, then forces
/// move the notes, then overlaps are separated. Notes without links are placed last. It is deterministic.
package struct GraphLayout {
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
        var length: Double { (x * x + y * y).squareRoot() }
    }

    /// The approximate distance of a note from its nearest neighbor.
    private static let spacing = 60.0
    /// The distance up to which notes repel each other.
    private static let reach = 2.5 * spacing
    /// The angle between consecutive points of a sunflower spiral.
    private static let goldenAngle = 2.399963229728653

    private let neighbours: [[Int32]]
    private var groups: [Int]
    private var points: [Point]
    private let linked: [Int]

    /// Returns the position of each of `count` notes, around the origin. Neighbors are about 60 units apart. The
    /// direction of links does not matter. Complexity: O(notes + links) times a few hundred steps.
    package static func points(of count: Int, _ links: [LinkGraph.Link]) -> [Point] {
        var layout = GraphLayout(count, links)
        layout.findGroups()
        layout.placeGroups()
        layout.applyForces()
        layout.separateOverlaps()
        layout.placeUnlinked()
        return layout.points
    }

    private init(_ count: Int, _ links: [LinkGraph.Link]) {
        var neighbours = [[Int32]](repeating: [], count: count)
        for link in links where link.from != link.to {
            neighbours[link.from].append(Int32(link.to))
            neighbours[link.to].append(Int32(link.from))
        }
        self.neighbours = neighbours
        linked = neighbours.indices.filter { !neighbours[$0].isEmpty }
        groups = Array(0..<count)
        points = Array(repeating: Point(x: 0, y: 0), count: count)
    }

    // MARK: Groups

    /// Moves each note to the group of most of its neighbors until hardly any changes (label propagation: Raghavan,
    /// Albert and Kumara, 2007). In a tie a note stays, or joins the group with the lowest number. Notes with the
    /// fewest links come first, so that hubs do not absorb all others at once.
    private mutating func findGroups() {
        let order = linked.sorted { (neighbours[$0].count, $0) < (neighbours[$1].count, $1) }
        for _ in 0..<12 {
            var changes = 0
            for note in order {
                var counts: [Int: Double] = [:]
                // Neighbors with many links count for less. Otherwise all notes would join one group.
                for other in neighbours[note] {
                    counts[groups[Int(other)], default: 0] += 1 / Double(neighbours[Int(other)].count).squareRoot()
                }
                guard let best = counts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else { continue }
                if best.value > counts[groups[note], default: 0], best.key != groups[note] {
                    groups[note] = best.key
                    changes += 1
                }
            }
            if changes * 100 < order.count { break }
        }
    }

    /// Places the largest group in the middle and the others around it on a spiral, each as wide as its notes need.
    private mutating func placeGroups() {
        var members: [Int: [Int]] = [:]
        for note in linked { members[groups[note], default: []].append(note) }
        let ordered = members.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        var placed = 0
        for (number, group) in ordered.enumerated() {
            let size = group.value.count
            // The distance grows with the number of notes already placed, so that groups are next to each other.
            let distance = number == 0 ? 0 : Self.spacing * (Double(placed) + Double(size) / 2).squareRoot() * 1.05
            let angle = Double(number) * Self.goldenAngle
            let center = Point(x: distance * Self.cosine(angle), y: distance * Self.sine(angle))
            let inner = group.value.sorted { (neighbours[$1].count, $0) < (neighbours[$0].count, $1) }
            for (index, note) in inner.enumerated() {
                let radius = Self.spacing * 0.55 * Double(index).squareRoot()
                let turn = Double(index) * Self.goldenAngle
                points[note] = Point(x: center.x + radius * Self.cosine(turn), y: center.y + radius * Self.sine(turn))
            }
            placed += size
        }
    }

    // MARK: Forces

    /// Moves the notes by forces: links attract, nearby notes repel, and all are drawn slightly to the middle.
    private mutating func applyForces() {
        let steps = linked.count > 20_000 ? 40 : linked.count > 3000 ? 90 : 250
        for step in 0..<steps {
            // The maximum move shrinks with each step.
            let heat = Self.spacing * 0.5 * (1 - Double(step) / Double(steps)) + 0.5
            var moves = [Point](repeating: Point(x: 0, y: 0), count: points.count)
            let grid = Grid(points, linked, size: Self.reach)
            for note in linked {
                let here = points[note]
                var move = Point(x: -here.x * 0.004, y: -here.y * 0.004)
                for other in neighbours[note] {
                    let there = points[Int(other)]
                    let apart = there - here
                    let distance = max(apart.length, 0.01)
                    let share = groups[note] == groups[Int(other)] ? 0.35 : 0.05
                    // Limits the attraction of hubs.
                    let lesser = Double(min(neighbours[note].count, neighbours[Int(other)].count)).squareRoot()
                    let force = share * (distance - Self.spacing) / distance / lesser
                    move.x += apart.x * force
                    move.y += apart.y * force
                }
                grid.forEachNear(here) { other in
                    if other == note { return }
                    let apart = here - points[other]
                    let square = max(apart.x * apart.x + apart.y * apart.y, 1)
                    // Fades out toward the reach. If repulsion ended abruptly, notes would line up at that distance.
                    let fade = max(0, 1 - square / (Self.reach * Self.reach))
                    let force = Self.spacing * Self.spacing * 0.6 / square * fade
                    move.x += apart.x * force
                    move.y += apart.y * force
                }
                moves[note] = move
            }
            for note in linked {
                let length = max(moves[note].length, 0.01)
                let scale = min(length, heat) / length
                points[note].x += moves[note].x * scale
                points[note].y += moves[note].y * scale
            }
        }
    }

    // MARK: Overlaps

    private func radius(_ note: Int) -> Double { 7 + 2.2 * Double(neighbours[note].count + 1).squareRoot() }

    /// Separates notes that overlap.
    private mutating func separateOverlaps() {
        for _ in 0..<40 {
            let grid = Grid(points, linked, size: Self.spacing)
            var isCrowded = false
            for note in linked {
                let here = points[note]
                grid.forEachNear(here) { other in
                    if other <= note { return }
                    let wanted = radius(note) + radius(other)
                    var apart = points[note] - points[other]
                    var distance = apart.length
                    if distance >= wanted { return }
                    isCrowded = true
                    if distance < 0.01 {
                        // Notes in the same place move apart in a direction that depends on the note.
                        let turn = Double(note) * Self.goldenAngle
                        apart = Point(x: Self.cosine(turn), y: Self.sine(turn))
                        distance = 1
                    }
                    let push = (wanted - distance) / 2 / distance
                    points[note].x += apart.x * push
                    points[note].y += apart.y * push
                    points[other].x -= apart.x * push
                    points[other].y -= apart.y * push
                }
            }
            if !isCrowded { break }
        }
    }

    /// Places notes without links in rings around the others, or in a block next to them if there are many. Moves the
    /// most distant linked notes inwards first.
    private mutating func placeUnlinked() {
        let unlinked = points.indices.filter { neighbours[$0].isEmpty }
        let distances = linked.map { points[$0].length }.sorted()
        let outer = distances.isEmpty ? 0 : distances[min(distances.count - 1, distances.count * 995 / 1000)]
        // An outlier would make all others small.
        for note in linked where points[note].length > outer * 1.05 && outer > 0 {
            let scale = outer * 1.05 / points[note].length
            points[note] = Point(x: points[note].x * scale, y: points[note].y * scale)
        }
        let step = Self.spacing * 0.6
        if unlinked.count * 4 > linked.count {
            let columns = max(1, Int(Double(unlinked.count).squareRoot().rounded(.up)))
            let left = outer > 0 ? outer * 1.1 + step : 0
            for (index, note) in unlinked.enumerated() {
                points[note] = Point(
                    x: left + Double(index % columns) * step,
                    y: (Double(index / columns) - Double(unlinked.count / columns) / 2) * step)
            }
            return
        }
        var ring = outer + Self.spacing
        var index = 0
        while index < unlinked.count {
            let room = max(6, Int(2 * Double.pi * ring / step))
            let count = min(room, unlinked.count - index)
            for place in 0..<count {
                let angle = 2 * Double.pi * Double(place) / Double(room)
                points[unlinked[index + place]] = Point(x: ring * Self.cosine(angle), y: ring * Self.sine(angle))
            }
            index += count
            ring += step
        }
    }

    // MARK: Numbers

    /// Returns the sine from its series, after reducing the angle. A drawing does not justify a C library.
    private static func sine(_ angle: Double) -> Double {
        var rest = angle.remainder(dividingBy: 2 * .pi)
        if rest > .pi / 2 { rest = .pi - rest }
        if rest < -.pi / 2 { rest = -.pi - rest }
        let square = rest * rest
        return rest * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
    }

    private static func cosine(_ angle: Double) -> Double { sine(angle + .pi / 2) }

    /// A grid that finds the points near a position: all up to `size` away, and some that are farther. It is a hash
    /// table of cells, whose points are together in `members`.
    private struct Grid {
        private let points: [Point]
        private let size: Double
        private let mask: UInt64
        /// The first place in `members` of each slot of the table.
        private var starts: [Int32]
        /// The points of each slot with the keys of their cells, in order.
        private var members: [(key: Int64, point: Int)]

        init(_ points: [Point], _ members: [Int], size: Double) {
            self.points = points
            self.size = size
            var count = 1
            while count < members.count * 2 { count *= 2 }
            mask = UInt64(count - 1)
            starts = [Int32](repeating: 0, count: count + 1)
            self.members = Array(repeating: (0, 0), count: members.count)
            let keys = members.map { key(points[$0]) }
            for key in keys { starts[slot(key) + 1] += 1 }
            for slot in 0..<count { starts[slot + 1] += starts[slot] }
            var next = starts
            for (key, member) in zip(keys, members) {
                let slot = slot(key)
                self.members[Int(next[slot])] = (key, member)
                next[slot] += 1
            }
        }

        private func key(_ point: Point, right: Int64 = 0, down: Int64 = 0) -> Int64 {
            (Int64((point.x / size).rounded(.down)) + right) &* 0x1_0000_0000 &+ Int64((point.y / size).rounded(.down))
                + down
        }

        private func slot(_ key: Int64) -> Int {
            let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
            return Int((mixed ^ mixed >> 32) & mask)
        }

        func forEachNear(_ point: Point, _ body: (Int) -> Void) {
            for right in -1...1 {
                for down in -1...1 {
                    let key = key(point, right: Int64(right), down: Int64(down))
                    let slot = slot(key)
                    for place in Int(starts[slot])..<Int(starts[slot + 1]) where members[place].key == key {
                        body(members[place].point)
                    }
                }
            }
        }
    }
}
