#include "listener/endpoint.hpp"

#include <algorithm>
#include <utility>

#include "listener/mirrored_headers.hpp"
#include "listener/modern_call.hpp"
#include "shared/crypto.hpp"
#include "shared/json_text.hpp"

namespace workbench::http {
namespace {

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kInvalidParams = -32602;
constexpr int kHeaderMismatch = -32020;

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";

/// Of the events of one stream of a session.
constexpr std::size_t kKeptBytes = 256 * 1024;

constexpr std::size_t kSessionIdBytes = 32;

}  // namespace

Endpoint::Endpoint(std::shared_ptr<ListenerContext> context, ListenerSettings settings,
                   std::unique_ptr<Authenticator> authenticator)
    : context_(std::move(context)),
      settings_(std::move(settings)),
      request_check_(settings_, std::move(authenticator), context_->is_accepting),
      json_(context_->host.json()),
      sweep_timer_(context_->io) {}

// --- requests ------------------------------------------------------------------------------------------------------

void Endpoint::handle(Request request, const ExchangePtr& exchange) {
  const auto found = request_check_.authenticate(request);
  if (const Response* refusal = std::get_if<Response>(&found)) return exchange->respond(*refusal);
  const PrincipalPtr& principal = std::get<PrincipalPtr>(found);
  if (request.method == "GET") return listen(request, principal, exchange);
  if (request.method == "DELETE") return delete_session(request, principal, exchange);
  post(std::move(request), principal, exchange);
}

void Endpoint::post(Request request, const PrincipalPtr& principal, const ExchangePtr& exchange) {
  const auto message = json_.checked(request.body);
  if (!message) return refuse(exchange, 400, {}, kParseError, "Parse error: " + message.error().message);
  remove_line_breaks(request.body);
  if (message->kind() == JsonKind::array) return post_batch(request, *message, principal, exchange);
  auto head = read_head(*message, json_);
  if (!head) {
    return refuse(exchange, 400, read_id(*message, json_), kInvalidRequest, "Invalid request: " + head.error().message);
  }

  // `initialize` is modern only with a modern version that is served; with any other one it begins a session.
  const std::string* version = request.headers.find(kVersionHeader);
  if (head->method == "initialize" && head->protocol_version != kModernVersion) {
    return post_initialize(std::move(request), *head, principal, exchange);
  }
  const bool is_modern = head->is_modern || (version != nullptr && is_modern_version(*version));
  if (is_modern) return post_modern(std::move(request), *std::move(head), principal, exchange);
  post_in_session(std::move(request), *head, principal, exchange);
}

void Endpoint::post_modern(Request request, MessageHead head, const PrincipalPtr& principal,
                           const ExchangePtr& exchange) {
  if (head.kind == MessageHead::Kind::response) {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: clients do not send responses in this version");
  }
  if (head.kind == MessageHead::Kind::notification) return exchange->respond({202, {}, {}});
  if (!head.is_modern) {
    return refuse(exchange, 400, head.id, kInvalidParams,
                  head.method +
                      ": params._meta lacks \"io.modelcontextprotocol/protocolVersion\" and "
                      "\"io.modelcontextprotocol/clientCapabilities\"");
  }
  if (const auto mismatch = find_header_mismatch(request.headers, head)) {
    return refuse(exchange, 400, head.id, kHeaderMismatch, head.method + ": " + *mismatch);
  }
  if (!context_->is_accepting) return exchange->respond(shutting_down_response());
  ModernCall::start(context_, stream_for(exchange), principal, std::move(head), std::move(request));
}

void Endpoint::post_initialize(Request request, const MessageHead& head, const PrincipalPtr& principal,
                               const ExchangePtr& exchange) {
  if (head.kind != MessageHead::Kind::request) {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: initialize needs an id");
  }
  if (!context_->is_accepting) return exchange->respond(shutting_down_response());
  if (sessions_.size() >= settings_.sessions) {
    return exchange->respond(unavailable_response("Too many sessions (listener.http.sessions); retry."));
  }
  const auto session = std::make_shared<Session>(random_hex(kSessionIdBytes), principal, context_, kKeptBytes);
  sessions_.emplace(session->id(), session);
  session->start(stream_for(exchange), head, std::move(request.body), [weak = weak_from_this(), id = session->id()] {
    if (const auto endpoint = weak.lock()) endpoint->sessions_.erase(id);
  });
}

void Endpoint::post_in_session(Request request, const MessageHead& head, const PrincipalPtr& principal,
                               const ExchangePtr& exchange) {
  const auto session = find_session(request, head.id, principal, exchange);
  if (session == nullptr) return;
  session->post(stream_for(exchange), head, std::move(request.body));
}

void Endpoint::post_batch(const Request& request, const Json& batch, const PrincipalPtr& principal,
                          const ExchangePtr& exchange) {
  const auto elements = json_.elements(batch);
  if (!request.headers.has(kSessionHeader) || !elements || elements->empty()) {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: send one message with each POST");
  }
  const auto session = find_session(request, {}, principal, exchange);
  if (session == nullptr) return;
  if (session->revision() != "2025-03-26") {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: only revision 2025-03-26 has batches");
  }
  std::vector<std::pair<MessageHead, std::string>> messages;
  for (const Json& element : *elements) {
    auto head = read_head(element, json_);
    if (!head) return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: " + head.error().message);
    std::string text(element.text());
    remove_line_breaks(text);
    messages.emplace_back(*std::move(head), std::move(text));
  }
  session->post_batch(stream_for(exchange), messages);
}

void Endpoint::listen(const Request& request, const PrincipalPtr& principal, const ExchangePtr& exchange) {
  const auto session = find_session(request, {}, principal, exchange);
  if (session == nullptr) return;
  const std::string* last_event = request.headers.find("Last-Event-ID");
  if (!session->listen(stream_for(exchange), last_event == nullptr ? std::string() : *last_event)) {
    // Not 404, which would mean that the session has ended.
    exchange->respond(text_response(400, "Unknown or expired Last-Event-ID."));
  }
}

void Endpoint::delete_session(const Request& request, const PrincipalPtr& principal, const ExchangePtr& exchange) {
  const auto session = find_session(request, {}, principal, exchange);
  if (session == nullptr) return;
  session->end("the client ended its session", text_response(404, "The session has ended."));
  exchange->respond({204, {}, {}});
}

// --- sessions ------------------------------------------------------------------------------------------------------

std::shared_ptr<Session> Endpoint::find_session(const Request& request, const std::string& id,
                                                const PrincipalPtr& principal, const ExchangePtr& exchange) {
  const std::string* session_id = request.headers.find(kSessionHeader);
  if (session_id == nullptr) {
    refuse(exchange, 400, id, kInvalidRequest,
           "The header Mcp-Session-Id is missing: send \"initialize\" first, or a protocol version in params._meta");
    return nullptr;
  }
  const auto found = sessions_.find(*session_id);
  // A session of another principal is answered like one that does not exist.
  if (found == sessions_.end() || found->second->principal() != *principal || found->second->revision().empty()) {
    refuse(exchange, 404, id, kInvalidRequest, "Unknown or ended session; send \"initialize\" to begin a new one");
    return nullptr;
  }
  const std::string* version = request.headers.find(kVersionHeader);
  if (request.headers.has(kVersionHeader) && (version == nullptr || !is_legacy_version(*version))) {
    refuse(exchange, 400, id, kInvalidRequest,
           "The header MCP-Protocol-Version must be " + found->second->revision() + ", the session's version");
    return nullptr;
  }
  found->second->record_use();
  return found->second;
}

void Endpoint::start() {
  start_sweep_timer();
}

void Endpoint::start_sweep_timer() {
  sweep_timer_.expires_after(std::clamp<std::chrono::milliseconds>(
      settings_.session_idle / 4, std::chrono::milliseconds(100), std::chrono::seconds(30)));
  sweep_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto endpoint = weak.lock();
    if (error || endpoint == nullptr) return;
    endpoint->end_idle_sessions();
    endpoint->start_sweep_timer();
  });
}

void Endpoint::end_idle_sessions() {
  const auto oldest = std::chrono::steady_clock::now() - settings_.session_idle;
  std::vector<std::shared_ptr<Session>> idle;
  for (const auto& [id, session] : sessions_) {
    if (!session->is_busy() && session->last_used() < oldest) idle.push_back(session);
  }
  for (const auto& session : idle) session->end("the session was idle", text_response(404, "The session has ended."));
}

void Endpoint::close() {
  sweep_timer_.cancel();
  const auto sessions = sessions_;  // a copy, because each session removes itself
  for (const auto& [id, session] : sessions) session->end("the workbench is shutting down", shutting_down_response());
}

// --- responses -----------------------------------------------------------------------------------------------------

std::shared_ptr<ResponseStream> Endpoint::stream_for(const ExchangePtr& exchange) const {
  return std::make_shared<ResponseStream>(context_->io, context_->host, exchange, settings_.keep_alive);
}

void Endpoint::refuse(const ExchangePtr& exchange, unsigned status, const std::string& id, int code,
                      const std::string& message) const {
  exchange->respond(json_response(status, error_response(id, code, message)));
}

}  // namespace workbench::http
