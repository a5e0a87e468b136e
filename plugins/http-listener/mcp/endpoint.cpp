#include "mcp/endpoint.hpp"

#include <utility>

#include "console/operator_post.hpp"
#include "http/accept_header.hpp"
#include "mcp/batch_reader.hpp"
#include "mcp/message_refusal.hpp"
#include "mcp/mirrored_headers.hpp"
#include "mcp/modern_post.hpp"
#include "mcp/trace_headers.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kMaxBatch = 1'000;

/// How much of a body is checked before others have their turn: about a millisecond.
constexpr std::size_t kCheckedAtOnce = 512 * 1024;

/// A notification that concerns nothing in this era: a request is cancelled by closing its stream, and there are no
/// sessions.
bool is_meaningless(std::string_view notification) {
  return notification == "notifications/cancelled" || notification == "notifications/progress" ||
         notification == "notifications/initialized" || notification == "notifications/roots/list_changed";
}

}  // namespace

Endpoint::Endpoint(std::shared_ptr<ListenerContext> context, ListenerSettings settings,
                   std::unique_ptr<PrincipalList> list, bool knows_users, std::unique_ptr<TokenVerifier> verifier)
    : context_(std::move(context)),
      settings_(std::move(settings)),
      list_(std::move(list)),
      verifier_(std::move(verifier)),
      json_(context_->host.json()),
      quota_(settings_.quotas),
      memory_(settings_.memory),
      log_(context_->host, settings_.access_log),
      console_(settings_.console ? std::make_unique<ConsoleAccess>(context_->host, settings_, *list_, log_) : nullptr),
      request_check_(context_->host, settings_, *list_, quota_, memory_, log_, context_->is_accepting, knows_users,
                     verifier_.get(), console_.get()),
      sessions_(std::make_shared<SessionTable>(context_, settings_, quota_, memory_, log_)) {
  if (verifier_ != nullptr) context_->scope_challenge = ScopeChallenge(verifier_->settings());
}

// --- requests ------------------------------------------------------------------------------------------------------

void Endpoint::handle(ReceivedRequest request, const ResponsePtr& response) {
  if (request.reader == BodyReader::console_opening) return response->respond(console_->open(request));
  if (request.reader == BodyReader::operator_methods) return post_as_operator(context_, std::move(request), response);
  if (request.method == "POST") return post(std::move(request), response);
  // In the modern era the endpoint has no other method ("basic/transports/streamable-http").
  const std::string* version = request.headers.find(kVersionHeader);
  if (version != nullptr && is_modern_version(*version)) {
    return response->respond(method_not_allowed_response("POST"));
  }
  if (request.method == "GET") return listen(request, response);
  delete_session(request, response);
}

void Endpoint::post(ReceivedRequest request, const ResponsePtr& response) {
  response->accept_only(accepted_forms(request.headers));
  if (request.body.size() <= kCheckedAtOnce) {
    auto message = json_.checked_message(std::move(request.body));
    return post_checked(std::move(request), std::move(message), response);
  }
  std::shared_ptr<MessageCheck> check = json_.begin_check(std::move(request.body));
  check_on(std::move(check), std::move(request), response);
}

void Endpoint::check_on(std::shared_ptr<MessageCheck> check, ReceivedRequest request, const ResponsePtr& response) {
  if (response->is_over()) return;
  if (check->advance(kCheckedAtOnce)) return post_checked(std::move(request), check->result(), response);
  context_->host.loop().post(
      [weak = weak_from_this(), check = std::move(check), request = std::move(request), response]() mutable {
        if (const auto endpoint = weak.lock()) endpoint->check_on(std::move(check), std::move(request), response);
      });
}

void Endpoint::post_checked(ReceivedRequest request, Result<CheckedMessage> checked, const ResponsePtr& response) {
  if (!checked) return refuse(response, 400, {}, kParseError, "Parse error: " + checked.error().message);
  CheckedMessage message = *std::move(checked);
  message.scopes = request.scopes;
  if (message.whole.kind() == JsonKind::array) return post_batch(std::move(request), message.whole, response);
  auto head = read_head(message, json_);
  if (!head) {
    return refuse(response, 400, readable_id(message), kInvalidRequest, "Invalid request: " + head.error().message);
  }
  if (head->kind == MessageHead::Kind::request) {
    message = with_trace_headers(std::move(message), request.headers, context_->host);
  }
  if (message.whole.text().size() <= kCheckedAtOnce) {
    return route(std::move(request), *std::move(head), std::move(message), response);
  }
  // Even stepping over a large argument takes milliseconds, and the host does it several times.
  context_->host.loop().post([weak = weak_from_this(), request = std::move(request), head = *std::move(head),
                              message = std::move(message), response]() mutable {
    const auto endpoint = weak.lock();
    if (endpoint == nullptr || response->is_over()) return;
    endpoint->route(std::move(request), std::move(head), std::move(message), response);
  });
}

void Endpoint::route(ReceivedRequest request, MessageHead head, CheckedMessage message, const ResponsePtr& response) {
  // `initialize` is modern only with a modern version that is served; with any other one it begins a session.
  const std::string* version = request.headers.find(kVersionHeader);
  if (head.method == "initialize" && head.protocol_version != kModernVersion) {
    return post_initialize(request, head, std::move(message), response);
  }
  const bool is_modern = head.is_modern || (version != nullptr && is_modern_version(*version));
  if (is_modern) return post_modern(std::move(request), head, std::move(message), response);
  const auto session = sessions_->find(request, head.id.text(), response);
  if (session != nullptr) session->post(response, head, std::move(message));
}

void Endpoint::post_modern(ReceivedRequest request, const MessageHead& head, CheckedMessage message,
                           const ResponsePtr& response) {
  if (head.kind == MessageHead::Kind::response) {
    return refuse(response, 400, {}, kInvalidRequest, "Invalid request: clients do not send responses in this version");
  }
  if (head.kind == MessageHead::Kind::notification) {
    response->respond({202, {}, {}});
    if (!is_meaningless(head.method) && context_->is_accepting) {
      deliver_notification(context_, std::move(request), head, std::move(message));
    }
    return;
  }
  if (!head.is_modern) {
    return refuse(response, 400, head.id.text(), kInvalidParams,
                  head.method +
                      ": params._meta lacks \"io.modelcontextprotocol/protocolVersion\" and "
                      "\"io.modelcontextprotocol/clientCapabilities\"");
  }
  if (const auto mismatch = find_header_mismatch(request.headers, head)) {
    return refuse(response, 400, head.id.text(), kHeaderMismatch, head.method + ": " + *mismatch);
  }
  if (head.method == "subscriptions/listen" && !response->forms().events) {
    return refuse(response, 406, head.id.text(), kInvalidRequest,
                  head.method + ": the header Accept must list text/event-stream");
  }
  if (!context_->is_accepting) return response->respond(shutting_down_response());
  ModernPost::start(context_, response, std::move(request), head, std::move(message));
}

void Endpoint::post_initialize(const ReceivedRequest& request, const MessageHead& head, CheckedMessage message,
                               const ResponsePtr& response) {
  if (head.kind != MessageHead::Kind::request) {
    return refuse(response, 400, {}, kInvalidRequest, "Invalid request: initialize needs an id");
  }
  if (!context_->is_accepting) return response->respond(shutting_down_response());
  sessions_->open(request, head, std::move(message), response);
}

void Endpoint::post_batch(ReceivedRequest request, const Json& batch, const ResponsePtr& response) {
  if (!request.headers.has(kSessionHeader)) {
    return refuse(response, 400, {}, kInvalidRequest, "Invalid request: send one message with each POST");
  }
  const auto session = sessions_->find(request, {}, response);
  if (session == nullptr) return;
  if (session->revision() != "2025-03-26") {
    return refuse(response, 400, {}, kInvalidRequest, "Invalid request: only revision 2025-03-26 has batches");
  }
  // Its elements are copied, beside the body that is counted already.
  MemoryBudget::Share memory(memory_);
  memory.set(batch.text().size(), [&] { return quota_client(request.principal.get(), request.source->address); });
  if (const auto excess = memory.excess(); excess != MemoryBudget::Excess::none) {
    return response->respond(
        request_check_.refuse_for_memory(excess, request.source->address, request.principal.get()));
  }
  read_batch(std::make_shared<BatchReader>(batch, kMaxBatch, json_, std::move(memory)), std::move(request), session,
             response);
}

void Endpoint::read_batch(std::shared_ptr<BatchReader> reader, ReceivedRequest request,
                          std::shared_ptr<HttpSession> session, const ResponsePtr& response) {
  if (response->is_over()) return;
  if (!reader->advance(kCheckedAtOnce)) {
    return context_->host.loop().post([weak = weak_from_this(), reader = std::move(reader),
                                       request = std::move(request), session = std::move(session), response]() mutable {
      const auto endpoint = weak.lock();
      if (endpoint != nullptr)
        endpoint->read_batch(std::move(reader), std::move(request), std::move(session), response);
    });
  }
  auto messages = reader->result();
  if (!messages) return refuse(response, 400, {}, kInvalidRequest, "Invalid request: " + messages.error().message);
  if (auto refusal = request_check_.admit_batch(request, messages->size())) {
    return response->respond(*std::move(refusal));
  }
  if (session->has_ended()) return refuse_session(response, {});
  for (auto& [head, message] : *messages) message.scopes = request.scopes;
  session->post_batch(response, *std::move(messages));
}

void Endpoint::listen(const ReceivedRequest& request, const ResponsePtr& response) {
  if (!is_accepted("text/event-stream", request.headers)) {
    return response->respond(text_response(406, "The header Accept must list text/event-stream."));
  }
  const auto session = sessions_->find(request, {}, response);
  if (session == nullptr) return;
  const std::string* last_event = request.headers.find("Last-Event-ID");
  if (!session->listen(response, last_event == nullptr ? std::string() : *last_event)) {
    // Not 404, which would mean that the session has ended.
    response->respond(text_response(400, "Unknown or expired Last-Event-ID."));
  }
}

void Endpoint::delete_session(const ReceivedRequest& request, const ResponsePtr& response) {
  const auto session = sessions_->find(request, {}, response);
  if (session == nullptr) return;
  session->end("the client ended its session");
  response->respond({204, {}, {}});
}

// --- sessions ------------------------------------------------------------------------------------------------------

void Endpoint::start(MoveOnlyFunction<void()> console_ended) {
  if (verifier_ != nullptr) verifier_->start();
  if (console_ != nullptr) {
    console_->start([weak = weak_from_this(),
                     ended = std::make_shared<MoveOnlyFunction<void()>>(std::move(console_ended)),
                     &loop = context_->host.loop()] {
      loop.post([weak, ended] {
        const auto endpoint = weak.lock();
        if (endpoint == nullptr) return;
        endpoint->end_sessions("the session of the console has ended");
        if (*ended) (*ended)();
      });
    });
  }
  sessions_->start();
  metrics_ = context_->host.add_metrics([this](MetricsWriter& writer) { collect(writer); });
}

Result<void> Endpoint::reload() {
  if (auto read = list_->reload(); !read) return read;
  if (console_ != nullptr) console_->review();
  end_sessions("the token of the session has been revoked");
  return {};
}

bool Endpoint::is_current(const Principal& principal) const {
  const auto is_open = console_ == nullptr ? std::nullopt : console_->is_open(principal);
  return is_open ? *is_open : list_->is_current(principal);
}

/// Ends those of principals that are not current any more.
void Endpoint::end_sessions(const char* reason) {
  sessions_->end_if([this](const HttpSession& session) { return !is_current(*session.principal()); }, reason);
}

void Endpoint::close() {
  metrics_.reset();
  log_.report_unlogged();
  sessions_->close("the workbench has ended");
}

void Endpoint::collect(MetricsWriter& writer) const {
  sessions_->collect(writer);
  writer.family("mcp_workbench_http_held_bytes", MetricType::gauge,
                "Bytes of unfinished requests, unread responses and kept events of HTTP clients.");
  writer.sample({}, static_cast<double>(memory_.held()));
  log_.collect(writer);
}

}  // namespace workbench::http
