import QueryLanguage
import Searching
import SourceText
import VaultFiles

extension ServedVault {
    /// The address of the calendar of tasks.
    static let tasks = SiteAddresses.ownFolder.appending("tasks.ics")

    /// Returns the address of the calendar in its folder, for programs without a cookie.
    static func calendarTarget(_ token: String) -> String { "\(tasks.text)?token=\(token)" }

    /// Returns the calendar of the tasks that the field `q` finds (default: all with a date), as events if the field
    /// `events` is not empty.
    func taskCalendar(_ request: HTTPRequest) throws -> HTTPResponse {
        let options = TaskCalendar.options(query: request.field("q") ?? "")
        let list: TaskList
        do {
            list = try TaskList.find(options, in: snapshot)
        } catch let error as QueryError {
            let message = Array("\(error.diagnostic.message)\n".utf8)
            return HTTPResponse(400, "text/plain; charset=utf-8", message)
        }
        let origin = calendarTarget == nil ? nil : request.header("host").map { "http://\($0)\(root)" }
        let isOfEvents = request.field("events").map { !$0.isEmpty } ?? false
        let calendar = TaskCalendar(list, isOfEvents ? .events : .todos) { entry in
            guard let origin, let page = self.page(of: entry.task.path) else { return nil }
            return origin + HTMLWriter.encodedPath(page.bytes)
        }
        return HTTPResponse(calendar.bytes, "text/calendar; charset=utf-8", for: request)
    }
}
