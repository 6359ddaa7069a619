package import SourceText

/// The identifier of a request: a number or a string, returned exactly as received.
package enum RequestID: Hashable, Sendable {
    case number(String)
    case text(String)

    package init?(_ value: JSONValue?) {
        switch value {
        case .number(let text): self = .number(text)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }

    package var json: JSONValue {
        switch self {
        case .number(let text): .number(text)
        case .text(let text): .string(text)
        }
    }
}

/// One message of JSON-RPC 2.0.
package enum Message: Sendable {
    case request(RequestID, method: String, params: JSONValue)
    case notification(method: String, params: JSONValue)
    /// The client's response to a request from the server.
    case response(RequestID, result: JSONValue?)

    /// A message that cannot be parsed. If it is a request, `id` is the one to answer.
    package struct Fault: Error {
        package var id: RequestID?
        package var error: ResponseError
    }

    package init(body: [UInt8]) throws(Fault) {
        guard let value = JSONValue(bytes: body) else {
            throw Fault(error: ResponseError(.parseError, "this message is not JSON in UTF-8"))
        }
        try self.init(value)
    }

    package init(_ value: JSONValue) throws(Fault) {
        let id = RequestID(value["id"])
        guard case .object = value, value["jsonrpc"]?.text == "2.0" else {
            throw Fault(id: id, error: ResponseError(.invalidRequest, "this is not a JSON-RPC 2.0 message"))
        }
        let params = value["params"] ?? .null
        if let method = value["method"]?.text {
            switch (id, value["id"]) {
            case (let id?, _): self = .request(id, method: method, params: params)
            case (nil, nil): self = .notification(method: method, params: params)
            default: throw Fault(error: ResponseError(.invalidRequest, "a request id must be a number or a string"))
            }
        } else if let id, value["result"] != nil || value["error"] != nil {
            self = .response(id, result: value["error"] == nil ? value["result"] : nil)
        } else {
            throw Fault(id: id, error: ResponseError(.invalidRequest, "this message has no method"))
        }
    }

    package static func response(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) -> JSONValue {
        let id = id?.json ?? .null
        switch result {
        case .success(let value): return ["jsonrpc": "2.0", "id": id, "result": value]
        case .failure(let error): return ["jsonrpc": "2.0", "id": id, "error": error.json]
        }
    }

    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }

    static func request(_ id: RequestID, _ method: String, params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": params]
    }
}
