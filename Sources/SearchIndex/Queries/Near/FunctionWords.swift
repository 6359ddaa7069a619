import QueryLanguage

/// Words that say nothing about the subject of a question, such as `what`, `did` and `about`. In a small vault no note may
/// have them, so they would count as rare.
enum FunctionWords {
    /// The least number of terms of a question. In a shorter query the user has chosen each word.
    private static let shortest = 3
    /// The least number of terms of a question that some note matches.
    private static let shortestThatFinds = 5

    /// Returns for each term of a query whether it is such a word. False for all if the query is too short, or if too few
    /// other terms would be left.
    ///
    /// - Parameter findsNothing: whether no note matches the whole query.
    static func marks(in terms: [NearMatchTerm], findsNothing: Bool) -> [Bool] {
        let marks = terms.map { term in
            guard term.texts.count == 1, let text = term.texts.first, text.part == .any, !text.isPrefix else {
                return false
            }
            if term.part != nil, CharacterPairs.isFunctionWord(text) { return true }
            return text.words.count == 1 && text.words.first.map(words.contains) == true
        }
        let others = marks.count { !$0 }
        let isQuestion = terms.count >= (findsNothing ? shortest : shortestThatFinds)
        let isEnough = others >= (terms.count { $0.part == nil } < shortestThatFinds ? 1 : 2)
        return isQuestion && isEnough ? marks : [Bool](repeating: false, count: terms.count)
    }

    /// Folded, in English, German, French and Spanish.
    private static let words = Set(
        """
        a about all am an and any are as at be been being but by can could did do does doing done for from had has have
        having he her here him his how i if in into is it its may me might must my no not of on or our shall she should so
        some than that the their them then there these they this those to us was we were what when where which who whom
        whose why will with would you your

        aber als am an auf aus bei bin das dass dein dem den der des die du ein eine einem einen einer er es fur habe haben
        hat hatte ich ihr im in ist kann kein keine konnen man mein meine mich mir mit nicht oder sein sich sie sind soll
        uber und uns unser vom von wann war waren warum was welche welcher welches wenn wer werden wie wir wird wo zu zum
        zur

        ai au aux avec avoir ce ces cette comment dans de des du elle elles en est et etre il ils je la le les ma mais mes
        mon ne notre nous ou par pas pour pourquoi quand que quel quelle qui quoi sa se ses si son sont sur un une vous

        al como con cual cuando de del donde el ella en era es esta este ha hay la las lo los mi mis no para pero por que
        quien se ser si sobre son su sus un una unas unos y yo
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
