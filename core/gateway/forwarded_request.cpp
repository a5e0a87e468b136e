#include "gateway/forwarded_request.hpp"

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "gateway/tool_errors.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/nested_request_state.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/request_meta.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// What a client may be asked for one request, round after round, before a server is taken to go on for ever.
constexpr int kMaxRounds = 10;

/// A server that asks nothing and wants the request again is given this long.
constexpr std::chrono::milliseconds kRoundPause{250};

/// How long a client, which may be a person, is given for the questions of one round.
constexpr std::chrono::minutes kMaxRoundTime{10};

/// What the client told about itself is not the server's; its progress token becomes ours.
bool stays_here(std::string_view key) {
  return key == "progressToken" || key.starts_with("io.modelcontextprotocol/");
}

void append_member(std::string& members, std::string_view member) {
  if (member.empty()) return;
  if (!members.empty()) members += ',';
  members.append(member);
}

}  // namespace

/// The questions of one InputRequiredResult on their way to a legacy client. Held by those who will
/// answer them: when the client goes or cancels, they are dropped, and the request with them.
class ForwardedRequest::InputRound : public std::enable_shared_from_this<InputRound> {
 public:
  InputRound(std::unique_ptr<ForwardedRequest> request, protocol::InputRequired required)
      : request_(std::move(request)), required_(std::move(required)), left_(required_.input_requests.size()) {}

  void begin() {
    request_->caller().on_cancel([weak = weak_from_this()](const Json&) {
      if (const auto self = weak.lock()) self->drop();
    });
    EventLoop& loop = request_->caller().host().loop();
    if (left_ == 0) {
      timer_ = loop.after(kRoundPause, [self = shared_from_this()] { self->send_again(); });
      return;
    }
    timer_ = loop.after(kMaxRoundTime, [this] {
      fail({ErrorKind::timed_out, "the client has not answered what the server asked"});
    });
    for (auto& [key, input_request] : required_.input_requests) {
      if (request_ == nullptr) return;
      request_->caller().ask(std::move(input_request), [self = shared_from_this(), key = key](Response answer) {
        self->take(key, std::move(answer));
      });
    }
  }

 private:
  void take(const std::string& key, Response answer) {
    if (request_ == nullptr) return;
    const Json* result = std::get_if<Json>(&answer);
    if (result == nullptr) return fail(as_error(answer).within("the client did not answer what the server asked"));
    const JsonAccess& json = request_->caller().host().json();
    append_member(responses_, json.quoted(key) + ":" + std::string(result->text()));
    if (--left_ == 0) send_again();
  }

  void drop() {
    timer_.reset();
    request_.reset();
  }

  void send_again() {
    timer_.reset();
    if (request_ == nullptr) return;
    request_->input_responses_ = std::move(responses_);
    request_->request_state_ = std::move(required_.request_state);
    ForwardedRequest::send(std::move(request_));
  }

  void fail(const Error& reason) {
    timer_.reset();
    const std::unique_ptr<ForwardedRequest> failed = std::move(request_);
    failed->give_up(reason);
  }

  std::unique_ptr<ForwardedRequest> request_;
  protocol::InputRequired required_;
  std::size_t left_;
  std::string responses_;
  EventLoop::Timer timer_;
};

ForwardedRequest::ForwardedRequest(servers::Server& server, ServerRequest what)
    : server_(&server), what_(std::move(what)) {}

ForwardedRequest::ForwardedRequest(ForwardedRequest&& other) noexcept
    : server_(other.server_), what_(std::move(other.what_)), rounds_(other.rounds_) {}

ForwardedRequest::~ForwardedRequest() {
  if (run_ != nullptr) server_->in_flight().leave(*this);
}

// --- there -----------------------------------------------------------------------------------------------------------

void ForwardedRequest::send(std::unique_ptr<ForwardedRequest> request) {
  servers::Server& server = *request->server_;
  if (servers::ServerRun* run = server.ready_run()) return send_leg(std::move(request), *run);

  const auto waiting = std::make_shared<std::unique_ptr<ForwardedRequest>>(std::move(request));
  (*waiting)->caller().on_cancel([weak = std::weak_ptr(waiting)](const Json&) {
    if (const auto cancelled = weak.lock()) cancelled->reset();
  });
  server.when_ready([waiting](const Result<servers::ServerRun*>& ready) {
    std::unique_ptr<ForwardedRequest> next = std::move(*waiting);
    if (next == nullptr) return;
    if (!ready) return next->give_up(ready.error());
    send_leg(std::move(next), **ready);
  });
}

void ForwardedRequest::send_leg(std::unique_ptr<ForwardedRequest> request, servers::ServerRun& run) {
  ForwardedRequest& self = *request;
  Caller& caller = self.caller();
  self.is_modern_leg_ = is_modern(run.revision());
  if (!self.is_modern_leg_ && caller.is_modern() && !caller.request_state().is_absent()) {
    return self.fail(
        {ErrorKind::invalid_argument, "requestState: there is no request that waits for this one (any more)"});
  }
  servers::ServerConnection& connection = run.connection();
  self.id_ = connection.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(self.id_), self.what_.method);
  message.append("{").append(self.what_.head);
  if (!self.what_.payload.is_absent()) message.append(self.what_.payload);
  if (self.is_modern_leg_) self.append_repetition(message);
  const std::string meta = self.meta(self.id_, self.is_modern_leg_);
  if (!meta.empty()) message.append(",\"_meta\":{").append(meta).append("}");
  message.append("}}");

  caller.on_cancel([&connection, id = self.id_](const Json& reason) { connection.cancel(id, reason); });
  self.run_ = &run;
  self.server_->in_flight().enter(self);
  connection.request(self.id_, std::move(message), self.server_->call_limit(), std::move(request));
}

// The client's own repetition passes as it came; a legacy client has answered questions instead.
void ForwardedRequest::append_repetition(Message& message) {
  const Json responses = caller().input_responses();
  const Json state = rounds_ == 0 ? caller().request_state() : request_state_;
  if (!input_responses_.empty()) {
    message.append(",\"inputResponses\":{").append(input_responses_).append("}");
  } else if (!responses.is_absent()) {
    message.append(",\"inputResponses\":").append(responses);
  }
  if (!state.is_absent()) message.append(",\"requestState\":").append(state);
}

std::string ForwardedRequest::meta(std::uint64_t id, bool to_modern) {
  Caller& client = caller();
  const Json given = client.meta();
  std::string members;
  if (!given.is_absent()) members = protocol::members_without(client.host().json(), given, stays_here);
  if (client.wants_progress()) append_member(members, "\"progressToken\":" + std::to_string(id));
  if (to_modern) append_member(members, protocol::modern_request_metadata(client.capabilities(), client.log_level()));
  return members;
}

// --- and back --------------------------------------------------------------------------------------------------------

void ForwardedRequest::answered(Response answer) {
  if (Json* result = std::get_if<Json>(&answer)) return handle_result(std::move(*result));
  if (const auto* error = std::get_if<PeerError>(&answer)) return refuse(*error);
  give_up(std::get<Error>(answer));
}

void ForwardedRequest::handle_result(Json result) {
  if (result.kind() != JsonKind::object) return give_up({ErrorKind::protocol, "the server's result is not an object"});
  if (is_modern_leg_) return handle_modern_result(std::move(result));
  deliver(std::move(result));
}

void ForwardedRequest::handle_modern_result(Json result) {
  if (caller().is_modern()) return deliver(protocol::with_state_marked(result));
  const JsonAccess& json = caller().host().json();
  auto required = protocol::read_input_required(result, json);
  if (!required) return deliver(protocol::for_legacy_client(result, json));
  if (++rounds_ > kMaxRounds) {
    return give_up(
        {ErrorKind::protocol, "the server asks for more input after " + std::to_string(kMaxRounds) + " rounds"});
  }
  std::make_shared<InputRound>(moved(), *std::move(required))->begin();
}

void ForwardedRequest::progressed(const Json& params) {
  if (!caller().wants_progress()) return;
  caller().report_progress(protocol::members_without(
      caller().host().json(), params, [](std::string_view key) { return key == "progressToken" || key == "_meta"; }));
}

void ForwardedRequest::ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) {
  if (self_ == nullptr) self_ = std::make_shared<ForwardedRequest*>(this);
  run_->connection().hold(id_);
  caller().ask(std::move(input_request),
               [weak = std::weak_ptr(self_), answered = std::move(answered)](Response answer) mutable {
                 if (const auto self = weak.lock()) (*self)->run_->connection().resume((*self)->id_);
                 answered(std::move(answer));
               });
}

// --- whose request it is ---------------------------------------------------------------------------------------------

namespace {

class ForwardedToolCall final : public ForwardedRequest {
 public:
  ForwardedToolCall(servers::Server& server, ServerRequest what, ToolIdentifier tool, ToolCall call)
      : ForwardedRequest(server, std::move(what)), tool_(std::move(tool)), call_(std::move(call)) {}
  ForwardedToolCall(ForwardedToolCall&&) noexcept = default;

  [[nodiscard]] Caller& caller() override { return call_.caller(); }

 private:
  void deliver(Json result) override { call_.reply(ToolResult::passed_on(std::move(result))); }
  void refuse(const PeerError& error) override {
    const JsonAccess& json = call_.host().json();
    if (protocol::urls_to_visit(error, json) && can_be_sent_to_urls()) return call_.relay(error);
    // The server's own words are its answer and are not shortened.
    const std::string text = undelivered(tool_, error.message + protocol::urls_in_words(error, json));
    call_.reply(ToolResult::passed_on(error_result(text)));
  }
  void give_up(const Error& reason) override { call_.reply(ToolResult::error(undelivered(tool_, reason.message))); }
  void fail(const Error& error) override { call_.fail(error); }
  [[nodiscard]] std::unique_ptr<ForwardedRequest> moved() override {
    return std::make_unique<ForwardedToolCall>(std::move(*this));
  }

  /// One of the modern era that cannot is told what it would have to declare.
  [[nodiscard]] bool can_be_sent_to_urls() {
    const InputRequest visit{"elicitation/create", Json(R"({"mode":"url"})")};
    return caller().is_modern() ||
           protocol::may_be_asked(visit, protocol::Revision::v2025_11_25, caller().capabilities());
  }

  ToolIdentifier tool_;
  ToolCall call_;
};

class ForwardedClientRequest final : public ForwardedRequest {
 public:
  ForwardedClientRequest(servers::Server& server, ServerRequest what, std::optional<ToolIdentifier> tool,
                         clients::PendingRequest request)
      : ForwardedRequest(server, std::move(what)), tool_(std::move(tool)), request_(std::move(request)) {}
  ForwardedClientRequest(ForwardedClientRequest&&) noexcept = default;

  [[nodiscard]] Caller& caller() override { return request_.client(); }

 private:
  void deliver(Json result) override { request_.result(std::move(result)); }
  void refuse(const PeerError& error) override { request_.error(error); }
  void give_up(const Error& reason) override {
    if (!tool_) return request_.fail({ErrorKind::unavailable, reason.message});
    request_.result(error_result(undelivered(*tool_, reason.message)));
  }
  void fail(const Error& error) override { request_.fail(error); }
  [[nodiscard]] std::unique_ptr<ForwardedRequest> moved() override {
    return std::make_unique<ForwardedClientRequest>(std::move(*this));
  }

  std::optional<ToolIdentifier> tool_;
  clients::PendingRequest request_;
};

}  // namespace

void forward_call(servers::Server& server, const ToolIdentifier& tool, Json arguments, ToolCall call) {
  std::string head;
  head.reserve(tool.tool.size() + 32);
  head.append("\"name\":").append(call.host().json().quoted(tool.tool)).append(",\"arguments\":");
  ServerRequest what{"tools/call", std::move(head), arguments.is_absent() ? Json("{}") : std::move(arguments)};
  ForwardedRequest::send(std::make_unique<ForwardedToolCall>(server, std::move(what), tool, std::move(call)));
}

void forward_request(servers::Server& server, ServerRequest what, std::optional<ToolIdentifier> tool,
                     clients::PendingRequest request) {
  ForwardedRequest::send(
      std::make_unique<ForwardedClientRequest>(server, std::move(what), std::move(tool), std::move(request)));
}

}  // namespace workbench::gateway
