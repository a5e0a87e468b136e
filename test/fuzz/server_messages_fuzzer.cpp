// Whatever a server sends, its start comes to one outcome, or to none when it is closed before; each request to it gets
// one answer, each of its own requests is answered once, and it comes to an end. The first byte of the input is how it
// is started; each line of the rest is a message of the server, or, after a `!`, something else that happens: see
// Play::act().

#include <workbench/testing/memory_connection.hpp>
#include <workbench/valid_utf8.hpp>

#include "jsonrpc/write.hpp"
#include "manual_loop.hpp"
#include "response_tally.hpp"
#include "servers/run.hpp"

namespace {

using namespace workbench;
using namespace workbench::servers;
using fuzzing::require;

/// How a server is started, by the first byte of the input.
StartupPlan plan_of(std::uint8_t choice) {
  StartupPlan plan;
  if ((choice & 3U) == 1) plan.era = Era::legacy;
  if ((choice & 3U) == 2) plan.era = Era::modern;
  plan.client_capabilities = Json(R"({"elicitation":{},"roots":{"listChanged":true}})");
  plan.lists_everything = (choice & 4U) != 0;
  plan.limit = std::chrono::seconds(60);
  plan.probe_limit = std::chrono::seconds(5);
  return plan;
}

class Play final : private ServerRunObserver, private ConnectionObserver {
 public:
  explicit Play(std::uint8_t choice) {
    host_.changeable_limits.server_backlog_bytes = 2000;
    host_.changeable_limits.pages_per_list = 5;
    host_.changeable_limits.tools_per_server = 12;
    host_.changeable_limits.message_depth = fuzzing::ResponseTally::kMaxDepth;
    auto [server, connection] = test::MemoryConnection::make_pair(host_.loop());
    server_ = std::move(server);
    ServerRunObserver& observer = *this;
    run_ = std::make_unique<ServerRun>(host_, "dev/server", std::move(connection), plan_of(choice), observer);
    server_->start(*this);
    run_->start();
  }

  void run(std::string_view input) {
    host_.loop().run();
    fuzzing::play(
        input, host_.loop(), [this](std::string line) { send(std::move(line)); },
        [this](char action, std::size_t number) { act(action, number); });
  }

  void end() {
    if (server_ != nullptr) server_->pause_reading(false);
    asked_.clear();  // what is dropped is answered
    host_.loop().run();
    tally_.check();
    close_run("the end");
    host_.loop().run();
    require(ready_ + failed_ == (given_up_ ? 0 : 1), "a start has one outcome, or is given up");
    require(ended_ <= ready_ && closed_ == 1, "a run ends once");
    for (const auto& [id, calls] : responses_) require(calls == 1, "a request to a server has one response");
    require(waiting_ == 0, "nobody waits for a list of a server that has ended");
  }

 private:
  void send(std::string text) {
    if (server_ == nullptr) return;
    std::string as_read = text;
    static_cast<void>(replace_invalid_utf8(as_read));
    tally_.record_sent(as_read, true);
    server_->send(Message(std::move(text)));
  }

  void act(char what, std::size_t number) {
    switch (what) {
      case 'z':
        if (server_ != nullptr) server_->pause_reading(number != 0);
        return;
      case 't': return host_.loop().advance(std::chrono::milliseconds(1) * (number * number * number * number * 2));
      case 'r': return request(number);
      case 'x': return cancel();
      case 'a': return respond(number);
      case 'c': return close();
      case 'e':  // it has exited
        tally_.end();
        server_.reset();
        return;
      default: break;
    }
    if (ready_ == 0 || ended_ + closing_ > 0) return;
    if (what == 'w') run_->watch_resources({"a:" + std::to_string(number)});
    if (what == 'l') run_->set_log_level(protocol::kLogLevels[number % protocol::kLogLevels.size()]);
    if (what != 'u') return;
    ++waiting_;
    run_->refresh(protocol::kListKinds[number % protocol::kListKinds.size()]).when_done([this] { --waiting_; });
  }

  /// Sends a request of a client.
  void request(std::size_t number) {
    if (closed_ > 0) return;
    latest_ = run_->connection().next_id();
    int& calls = responses_[latest_];
    run_->connection().request(latest_,
                               jsonrpc::write_request(jsonrpc::Id(latest_), "tools/call", Json(R"({"name":"a"})")),
                               std::chrono::seconds(number * number),
                               std::make_unique<jsonrpc::CallbackRequest>([&calls](const Response&) { ++calls; }));
  }

  /// The latest one, which then has no response unless it had one before.
  void cancel() {
    run_->connection().cancel(latest_, Json(R"("no")"));
    if (const auto found = responses_.find(latest_); found != responses_.end() && found->second == 0) {
      responses_.erase(found);
    }
  }

  void respond(std::size_t number) {
    if (asked_.empty()) return;
    const auto chosen = asked_.begin() + static_cast<std::ptrdiff_t>(number % asked_.size());
    InputRequested asked = std::move(*chosen);
    asked_.erase(chosen);
    if (number % 3 == 0) return;  // dropped
    run_->connection().ask(std::move(asked), [&](const InputRequest&, MoveOnlyFunction<void(InputResponse)> done) {
      done(number % 3 == 1 ? InputResponse(Json(R"({"action":"accept"})"))
                           : InputResponse(Error{ErrorKind::timed_out, "no"}));
    });
  }

  void close() {
    tally_.end();
    if (closing_++ == 0 && closed_ == 0) close_run("closed");
  }

  void close_run(std::string_view reason) {
    given_up_ = given_up_ || ready_ + failed_ == 0;
    run_->close({ErrorKind::cancelled, std::string(reason)});
  }

  // ServerRunObserver
  void on_ready(ServerRun&) override { ++ready_; }
  void on_failed(ServerRun&, const Error& reason) override {
    ++failed_;
    require(!reason.message.empty(), "a failure has a reason");
    close();
  }
  void on_event(ServerRun&, Event event) override {
    if (auto* asked = std::get_if<InputRequested>(&event)) asked_.push_back(std::move(*asked));
  }
  void on_ended(ServerRun&, const Error&) override {
    ++ended_;
    tally_.end();
  }
  void on_closed(ServerRun&) override { ++closed_; }

  // ConnectionObserver, of the server's end
  void on_message(std::string text) override { tally_.record_received(text); }
  void on_undeliverable(const Error&, std::string_view) override {}
  void on_end_of_input() override {}
  void on_drained() override {}
  void on_closed(const Error&) override {}

  fuzzing::ManualHost host_;
  fuzzing::ResponseTally tally_{fuzzing::ResponseTally::ReusedIds::at_least_once};
  std::unique_ptr<test::MemoryConnection> server_;  // null: it has exited
  std::vector<InputRequested> asked_;
  std::map<std::uint64_t, int> responses_;  // of clients, by our ids: how often each was answered
  std::uint64_t latest_ = 0;
  int ready_ = 0;
  int failed_ = 0;
  bool given_up_ = false;  // the run was closed in the middle of its start
  int ended_ = 0;
  int closing_ = 0;
  int closed_ = 0;
  int waiting_ = 0;
  std::unique_ptr<ServerRun> run_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  Play play(fuzzing::take_byte(input));
  play.run(input);
  play.end();
  return 0;
}
