extension Note {
    /// The tasks of the body that are not in comments of Obsidian. Complexity: O(bytes), but fast without comments.
    package var tasks: [TaskItem] {
        if body.tasks.isEmpty { return [] }
        let visible = VisibleText(self)
        return visible.isWhole ? body.tasks : body.tasks.filter { !visible.range(ofNote: $0.range).isEmpty }
    }
}
