#include "listener/endpoint.hpp"

#include <algorithm>
#include <utility>

#include "listener/mirrored_headers.hpp"
#include "listener/modern_call.hpp"
#include "listener/session_id.hpp"

namespace workbench::http {
namespace {

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kInvalidParams = -32602;
constexpr int kHeaderMismatch = -32020;

constexpr std::string_view kSessionField = "Mcp-Session-Id";
constexpr std::string_view kVersionField = "MCP-Protocol-Version";

/// Of the events of one stream of a session.
constexpr std::size_t kKeptBytes = 256 * 1024;

bool is_json(const std::string* content_type) {
  if (content_type == nullptr) return false;
  std::string_view type = std::string_view(*content_type).substr(0, content_type->find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return same_name(type, "application/json");
}

bool is_legacy_version(std::string_view version) {
  return version == "2024-11-05" || version == "2025-03-26" || version == "2025-06-18" || version == "2025-11-25";
}

/// Messages go on over transports that separate them by newlines. In valid JSON a raw one is but a blank.
void put_on_one_line(std::string& text) {
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
}

Answer method_not_allowed() {
  Answer answer = plain_answer(405, "The endpoint understands POST, GET and DELETE.");
  answer.fields.add("Allow", "POST, GET, DELETE");
  return answer;
}

}  // namespace

Endpoint::Endpoint(std::shared_ptr<Reception> reception, ListenerSettings settings,
                   std::unique_ptr<Authenticator> authenticator)
    : reception_(std::move(reception)),
      settings_(std::move(settings)),
      gate_(settings_),
      authenticator_(std::move(authenticator)),
      json_(reception_->host.json()),
      sweep_(reception_->io) {}

// --- before the body -----------------------------------------------------------------------------------------------

std::optional<Answer> Endpoint::examine(const Request& head) {
  if (auto health = examine_health(head)) return health;
  if (auto turned_away = gate_.check(head)) return turned_away;
  if (head.path() != settings_.path)
    return plain_answer(404, "There is nothing here; the endpoint is " + settings_.path);
  if (head.method == "OPTIONS" && head.fields.has("Origin")) return Answer{204, {}, {}};
  const auto who = authenticator_->authenticate(head.fields.find("Authorization"));
  if (const Answer* turned_away = std::get_if<Answer>(&who)) return *turned_away;
  if (!is_within_rate(*std::get<Who>(who))) {
    Answer too_many = plain_answer(429, "Too many requests in a second; wait a little.");
    too_many.fields.add("Retry-After", "1");
    return too_many;
  }
  if (head.method == "POST") return examine_post(head);
  if (head.method == "GET" || head.method == "DELETE") return std::nullopt;
  return method_not_allowed();
}

std::optional<Answer> Endpoint::examine_health(const Request& head) const {
  const bool is_ready = reception_->is_open;
  if (head.path() != "/healthz" && head.path() != "/readyz") return std::nullopt;
  if (head.method != "GET" && head.method != "HEAD") return method_not_allowed();
  if (head.path() == "/readyz" && !is_ready) return plain_answer(503, "ending");
  return plain_answer(200, "ok");
}

// A page can send a POST of a "simple" type to any address without asking; it cannot say application/json unasked.
std::optional<Answer> Endpoint::examine_post(const Request& head) const {
  if (!is_json(head.fields.find("Content-Type"))) {
    return plain_answer(415, "The body of a POST must be of the Content-Type application/json.");
  }
  if (head.fields.has("Content-Encoding")) return plain_answer(415, "The body must not be encoded.");
  return std::nullopt;
}

bool Endpoint::is_within_rate(const Principal& principal) {
  const auto [entry, is_new] = rates_.try_emplace(&principal, settings_.requests_per_second);
  return entry->second.passes(RateLimit::Clock::now());
}

// --- the body ------------------------------------------------------------------------------------------------------

void Endpoint::take(Request request, const std::shared_ptr<Exchange>& exchange) {
  const auto found = authenticator_->authenticate(request.fields.find("Authorization"));
  if (const Answer* turned_away = std::get_if<Answer>(&found)) return exchange->answer(*turned_away);
  const Who& who = std::get<Who>(found);
  if (request.method == "GET") return listen(request, who, exchange);
  if (request.method == "DELETE") return end_session(request, who, exchange);
  post(std::move(request), who, exchange);
}

void Endpoint::post(Request request, const Who& who, const std::shared_ptr<Exchange>& exchange) {
  const auto message = json_.checked(request.body);
  if (!message) return refuse(exchange, 400, {}, kParseError, "Parse error: " + message.error().message);
  put_on_one_line(request.body);
  if (message->kind() == JsonKind::array) return post_batch(request, *message, who, exchange);
  auto head = read_head(*message, json_);
  if (!head) return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: " + head.error().message);

  // Only a version that is served makes a modern request of `initialize`: a confused client still gets its
  // handshake.
  const std::string* version = request.fields.find(kVersionField);
  if (head->method == "initialize" && head->requested_version != kStatelessVersion) {
    return post_initialize(std::move(request), *head, who, exchange);
  }
  const bool is_modern = head->has_claim || (version != nullptr && is_stateless_version(*version));
  if (is_modern) return post_stateless(std::move(request), *std::move(head), who, exchange);
  post_in_session(std::move(request), *head, who, exchange);
}

void Endpoint::post_stateless(Request request, MessageHead head, const Who& who,
                              const std::shared_ptr<Exchange>& exchange) {
  if (head.kind == MessageHead::Kind::response) {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: there are no responses from clients");
  }
  if (head.kind == MessageHead::Kind::notification) return exchange->answer({202, {}, {}});
  if (!head.has_claim) {
    return refuse(exchange, 400, head.id, kInvalidParams,
                  head.method +
                      ": params._meta lacks \"io.modelcontextprotocol/protocolVersion\" and "
                      "\"io.modelcontextprotocol/clientCapabilities\"");
  }
  if (const auto wrong = disagreement(request.fields, head)) {
    return refuse(exchange, 400, head.id, kHeaderMismatch, head.method + ": " + *wrong);
  }
  if (!reception_->is_open) return exchange->answer(not_served_now());
  ModernCall::begin(reception_, stream_for(exchange), who, std::move(head), std::move(request));
}

void Endpoint::post_initialize(Request request, const MessageHead& head, const Who& who,
                               const std::shared_ptr<Exchange>& exchange) {
  if (head.kind != MessageHead::Kind::request)
    return refuse(exchange, 400, {}, kInvalidRequest, "initialize: needs an id");
  if (!reception_->is_open || sessions_.size() >= settings_.sessions) return exchange->answer(not_served_now());
  const auto session = std::make_shared<Session>(make_session_id(), who, reception_, Session::Limits{kKeptBytes});
  sessions_.emplace(session->id(), session);
  session->begin(stream_for(exchange), head, std::move(request.body), [weak = weak_from_this(), id = session->id()] {
    if (const auto endpoint = weak.lock()) endpoint->sessions_.erase(id);
  });
}

void Endpoint::post_in_session(Request request, const MessageHead& head, const Who& who,
                               const std::shared_ptr<Exchange>& exchange) {
  const auto session = find_session(request, head.id, who, exchange);
  if (session == nullptr) return;
  const auto stream = stream_for(exchange);
  session->post(stream, head, std::move(request.body));
}

void Endpoint::post_batch(const Request& request, const Json& batch, const Who& who,
                          const std::shared_ptr<Exchange>& exchange) {
  const auto elements = json_.elements(batch);
  if (!request.fields.has(kSessionField) || !elements || elements->empty()) {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: send one message with each POST");
  }
  const auto session = find_session(request, {}, who, exchange);
  if (session == nullptr) return;
  if (session->revision() != "2025-03-26") {
    return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: batches exist only in revision 2025-03-26");
  }
  std::vector<std::pair<MessageHead, std::string>> messages;
  for (const Json& element : *elements) {
    auto head = read_head(element, json_);
    if (!head) return refuse(exchange, 400, {}, kInvalidRequest, "Invalid request: " + head.error().message);
    std::string text(element.text());
    put_on_one_line(text);
    messages.emplace_back(*std::move(head), std::move(text));
  }
  session->post_batch(stream_for(exchange), messages);
}

void Endpoint::listen(const Request& request, const Who& who, const std::shared_ptr<Exchange>& exchange) {
  const auto session = find_session(request, {}, who, exchange);
  if (session == nullptr) return;
  const std::string* last_event = request.fields.find("Last-Event-ID");
  if (!session->listen(stream_for(exchange), last_event == nullptr ? std::string() : *last_event)) {
    // Not 404, which would say that the session is gone.
    exchange->answer(plain_answer(400, "The event of Last-Event-ID is not known (any more)."));
  }
}

void Endpoint::end_session(const Request& request, const Who& who, const std::shared_ptr<Exchange>& exchange) {
  const auto session = find_session(request, {}, who, exchange);
  if (session == nullptr) return;
  session->end("the client ended its session", plain_answer(404, "The session has ended."));
  exchange->answer({204, {}, {}});
}

// --- sessions ------------------------------------------------------------------------------------------------------

std::shared_ptr<Session> Endpoint::find_session(const Request& request, const std::string& id, const Who& who,
                                                const std::shared_ptr<Exchange>& exchange) {
  const std::string* session_id = request.fields.find(kSessionField);
  if (session_id == nullptr) {
    refuse(
        exchange, 400, id, kInvalidRequest,
        "The field Mcp-Session-Id is missing: begin with \"initialize\", or name the protocol version in params._meta");
    return nullptr;
  }
  const auto found = sessions_.find(*session_id);
  // Whose session it is, is nobody else's business.
  if (found == sessions_.end() || found->second->principal() != *who || found->second->revision().empty()) {
    refuse(exchange, 404, id, kInvalidRequest, "There is no such session (any more); begin anew with \"initialize\"");
    return nullptr;
  }
  const std::string* version = request.fields.find(kVersionField);
  if (request.fields.has(kVersionField) && (version == nullptr || !is_legacy_version(*version))) {
    refuse(exchange, 400, id, kInvalidRequest,
           "The field MCP-Protocol-Version names no version that has sessions; that of this one is " +
               found->second->revision());
    return nullptr;
  }
  found->second->note_used();
  return found->second;
}

void Endpoint::start() {
  sweep_later();
}

void Endpoint::sweep_later() {
  sweep_.expires_after(std::clamp<std::chrono::milliseconds>(settings_.session_idle / 4, std::chrono::milliseconds(100),
                                                             std::chrono::seconds(30)));
  sweep_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto endpoint = weak.lock();
    if (error || endpoint == nullptr) return;
    endpoint->sweep();
    endpoint->sweep_later();
  });
}

void Endpoint::sweep() {
  const auto oldest = std::chrono::steady_clock::now() - settings_.session_idle;
  std::vector<std::shared_ptr<Session>> idle;
  for (const auto& [id, session] : sessions_) {
    if (!session->is_busy() && session->last_used() < oldest) idle.push_back(session);
  }
  for (const auto& session : idle) session->end("nobody used the session", not_served_now());
}

void Endpoint::close() {
  sweep_.cancel();
  const auto sessions = sessions_;  // each takes itself out
  for (const auto& [id, session] : sessions) session->end("the workbench is ending", not_served_now());
}

// --- answers -------------------------------------------------------------------------------------------------------

std::shared_ptr<AnswerStream> Endpoint::stream_for(const std::shared_ptr<Exchange>& exchange) const {
  return std::make_shared<AnswerStream>(reception_->io, reception_->host, exchange, settings_.keep_alive);
}

void Endpoint::refuse(const std::shared_ptr<Exchange>& exchange, unsigned status, const std::string& id, int code,
                      const std::string& message) const {
  exchange->answer({status, {{"Content-Type", "application/json"}}, error_response(id, code, message, json_)});
}

}  // namespace workbench::http
