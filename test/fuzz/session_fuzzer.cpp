// Whatever a client sends, each of its requests is answered exactly once, everything that it is sent is a message, and
// its session comes to an end. Each line of the input is a message of the client, or, after a `!`, something else that
// happens: see Play::act().

#include <workbench/testing/memory_connection.hpp>

#include "clients/session.hpp"
#include "clients/suspended_requests.hpp"
#include "keeping_backend.hpp"
#include "manual_loop.hpp"
#include "protocol/compat/input_required.hpp"
#include "response_tally.hpp"

namespace {

using namespace workbench;
using fuzzing::require;
using fuzzing::Work;
using jsonrpc::Envelope;

class Play final : private clients::SessionObserver, private ConnectionObserver {
 public:
  Play() {
    host_.changeable_limits.calls_in_flight = 6;
    host_.changeable_limits.suspended_calls = 3;
    host_.changeable_limits.client_backlog_bytes = 600;
    host_.changeable_limits.message_depth = fuzzing::ResponseTally::kMaxDepth;
    auto [client, connection] = test::MemoryConnection::make_pair(host_.loop());
    client_ = std::move(client);
    clients::SessionObserver& observer = *this;
    session_ = std::make_unique<clients::Session>(host_, AcceptedClient{std::move(connection), nullptr}, backend_,
                                                  suspended_, usage_, observer);
    client_->start(*this);
    session_->start();
  }

  void run(std::string_view input) {
    fuzzing::play(
        input, host_.loop(), [this](std::string line) { send(std::move(line)); },
        [this](char action, std::size_t number) { act(action, number); });
  }

  void end() {
    client_->pause_reading(false);
    host_.loop().advance(std::chrono::milliseconds(100));
    while (!backend_.work.empty()) drop_first();
    host_.loop().run();
    session_->close_when_idle();
    host_.loop().run();
    tally_.check();
    require(gone_ == 1, "a session ends when all is answered");
    session_.reset();
    require(usage_.all.requests == 0 && usage_.all.subscriptions == 0, "no request is left of a session");
    host_.loop().advance(2 * host_.limits().suspended);
    require(suspended_.is_empty(), "no suspended request is left in the end");
  }

 private:
  void send(std::string text) {
    if (gone_ > 0) return;
    tally_.record_sent(text, has_batches_);
    client_->send(Message(std::move(text)));
  }

  void act(char what, std::size_t number) {
    switch (what) {
      case 'z': return client_->pause_reading(number != 0);
      case 't': return host_.loop().advance(std::chrono::milliseconds(1) * (number * number * number * number * 8));
      case 'b': return repeat(number);
      case 'n': return notify(number);
      case 'c': return close();
      case 'i': return close_when_idle();
      case 'k': return session_->ask({"roots/list"}, count_once());
      case 'x':
        if (cancellation_ != nullptr) cancellation_->cancel();
        return;
      default: break;
    }
    if (backend_.work.empty()) return;
    const auto chosen = std::next(backend_.work.begin(), static_cast<std::ptrdiff_t>(number % backend_.work.size()));
    if (Caller* caller = chosen->caller; caller != nullptr && before_answer(what, *caller)) return;
    // Out of the list first: what comes of the answer may change the list.
    std::list<Work> answered;
    answered.splice(answered.end(), backend_.work, chosen);
    answer(what, answered.front());
  }

  /// What may be done with a request before it is answered. False: it is something else.
  bool before_answer(char what, Caller& caller) {
    switch (what) {
      case 'q':
        cancellation_ = std::make_shared<CancellationHandle>();
        caller.ask({"elicitation/create",
                    Json(R"({"message":"?","requestedSchema":{"type":"object","properties":{}}})"), cancellation_},
                   count_once());
        return true;
      case 's':
        caller.ask({"sampling/createMessage", Json(R"({"messages":[],"maxTokens":1})")}, count_once());
        return true;
      case 'p': caller.report_progress({++progress_, {}, {}}); return true;
      case 'l': caller.log(Json(R"({"level":"error","data":"x"})")); return true;
      default: return false;
    }
  }

  /// What is dropped is answered.
  void drop_first() {
    std::list<Work> dropped;
    dropped.splice(dropped.end(), backend_.work, backend_.work.begin());
  }

  static void answer(char what, Work& work) {
    if (what == 'd') return;  // dropped
    if (what == 'e') {
      const PeerError error{Json(R"({"code":-32000,"message":"no"})"), "no"};
      if (work.call) return work.call->error(error);
      if (work.forwarded != nullptr) return std::exchange(work.forwarded, {})->error(error);
      return work.list(Error{ErrorKind::unavailable, "no"});
    }
    if (work.call) return work.call->result(ToolResult::text("yes"));
    if (work.forwarded != nullptr) return std::exchange(work.forwarded, {})->result(Json(R"({"content":[]})"));
    work.list(Json("[]"));
  }

  [[nodiscard]] MoveOnlyFunction<void(InputResponse)> count_once() {
    return [is_over = false](const InputResponse&) mutable {
      require(!std::exchange(is_over, true), "an input request is answered once");
    };
  }

  /// Sends the latest request again, with the responses to what was asked and the state that came with it.
  void repeat(std::size_t number) {
    const Envelope& latest = tally_.latest_request();
    std::string params = json::members_without(latest.params, protocol::is_of_repetition);
    params.append(params.empty() ? "" : ",").append(R"("inputResponses":{)");
    for (std::size_t key = 1; key <= number % 4; ++key) {
      params.append(key > 1 ? "," : "").append("\"q" + std::to_string(key) + R"(":{"action":"accept","content":{}})");
    }
    params.append(R"(},"requestState":)").append(state_);
    send(R"({"jsonrpc":"2.0","id":)" + std::to_string(number) + R"(,"method":)" + json::quoted(latest.method) +
         R"(,"params":{)" + params + "}}");
  }

  void notify(std::size_t number) {
    switch (number % 4) {
      case 0: return session_->notify(protocol::ListChanged{protocol::ListKind::tools});
      case 1: return session_->notify(protocol::LogMessage{Json(R"({"level":"error","data":"x"})")});
      case 2: return session_->notify(protocol::ResourceUpdated{"a:b", Json(R"({"uri":"a:b"})")});
      default:
        return session_->notify(
            protocol::PlainNotification{&protocol::kPlainKinds.front(), Json(R"({"elicitationId":"1"})")});
    }
  }

  void close() {
    tally_.end();
    session_->close();
  }
  void close_when_idle() {
    tally_.end();
    session_->close_when_idle();
  }

  // ConnectionObserver, of the client's end
  void on_message(std::string text) override {
    for (const Envelope& message : tally_.record_received(text)) {
      if (message.kind != Envelope::Kind::result) continue;
      if (fuzzing::text_of(json::member(message.result, "protocolVersion")) == R"("2025-03-26")") has_batches_ = true;
      const Json state = json::member(message.result, "requestState");
      if (!state.is_absent()) state_ = state.text();
    }
  }
  void on_undeliverable(const Error&, std::string_view) override {}
  void on_end_of_input() override {}
  void on_drained() override {}
  void on_closed(const Error&) override {}

  // SessionObserver
  void on_client_finished() override {}
  void on_client_gone(const Error&) override { ++gone_; }

  fuzzing::ManualHost host_;
  clients::SuspendedRequests suspended_{host_, clients::RequestStateSigner("key")};
  clients::RequestUsage usage_;
  fuzzing::KeepingBackend backend_;
  fuzzing::ResponseTally tally_;
  std::unique_ptr<test::MemoryConnection> client_;
  std::unique_ptr<clients::Session> session_;
  std::shared_ptr<CancellationHandle> cancellation_;
  std::string state_ = R"("none")";
  double progress_ = 0;
  bool has_batches_ = false;
  int gone_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Play play;
  play.run(fuzzing::text_of(data, size));
  play.end();
  return 0;
}
