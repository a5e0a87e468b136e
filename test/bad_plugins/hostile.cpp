// Breaks the contracts of the SDK while it serves, each in one way that the caller chooses.
#include <unistd.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <workbench/json_writer.hpp>

#include "parts.hpp"

namespace {

using namespace workbench;

/// Calls and subscriptions that are never given back: they are destroyed after main().
std::vector<ToolCall> kept_calls;
std::vector<std::unique_ptr<EventLoop::Subscription>> kept_subscriptions;

void block() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
  while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

void cannot_throw() noexcept {
  const std::function<void()> throws = [] { throw std::runtime_error("out of noexcept"); };
  throws();
}

template <typename Function>
void in_thread(Function function) {
  std::thread(std::move(function)).join();
}

/// A meta-tool that does what the argument `do` says.
class Hostile final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"hostile","inputSchema":{"type":"object"}})");
  }

  void call(ToolCall call) override {
    const auto action = actions().find(action_of(call));
    if (action == actions().end()) return call.fail({ErrorKind::invalid_argument, "no such action"});
    action->second(std::move(call));
  }

 private:
  using Action = std::function<void(ToolCall)>;

  static std::string action_of(const ToolCall& call) {
    const auto members = call.host().json().members(call.arguments());
    if (!members || members->empty()) return {};
    return call.host().json().characters(members->front().value).value();
  }

  static const std::map<std::string, Action>& actions() {
    static const std::map<std::string, Action> all{
        {"throw", [](const ToolCall&) { throw std::runtime_error("at once"); }},
        {"throw a number", [](const ToolCall&) { throw 42; }},
        {"throw in a timer",
         [](ToolCall call) {
           Host& host = call.host();
           kept_subscriptions.push_back(host.loop().after(
               std::chrono::milliseconds(1), [kept = std::move(call)] { throw std::runtime_error("in a timer"); }));
         }},
        {"throw in a watch",
         [](ToolCall call) {
           Host& host = call.host();
           kept_subscriptions.push_back(host.loop().watch(STDERR_FILENO, Readiness::writable, [kept = std::move(call)] {
             throw std::runtime_error("in a watch");
           }));
         }},
        {"throw in a task",
         [](ToolCall call) {
           Host& host = call.host();
           host.loop().post([kept = std::move(call)] { throw std::runtime_error("in a task"); });
         }},
        {"throw when opened",
         [](ToolCall call) {
           workbench::Toolboxes& toolboxes = call.toolboxes();
           const workbench::Caller& caller = call.caller();
           toolboxes.open_toolbox("dev", caller, {}, [kept = std::move(call)](const Toolboxes::Opened&) {
             throw std::runtime_error("in done");
           });
         }},
        {"throw when cancelled",
         [](ToolCall call) {
           call.caller().on_cancel([](const Json&) { throw std::runtime_error("in on_cancel"); });
           kept_calls.push_back(std::move(call));
         }},
        {"throw when answered",
         [](ToolCall call) {
           call.on_answer([](const ToolOutcome&) { throw std::runtime_error("in on_answer"); });
           call.result(ToolResult::text("answered"));
         }},
        {"answer twice",
         [](ToolCall call) {
           call.result(ToolResult::text("first"));
           call.result(ToolResult::text("second"));
         }},
        {"answer in a thread",
         [](ToolCall call) {
           in_thread([&] {
             call.caller().report_progress({1, {}, "half"});
             call.result(ToolResult::text("from a thread"));
           });
         }},
        {"watch in a thread",
         [](ToolCall call) {
           in_thread([&] {
             const auto timer = call.host().loop().after(std::chrono::milliseconds(0), [] {});
             const auto watch = call.host().loop().watch(STDERR_FILENO, Readiness::writable, [] {});
             const auto query = call.host().resolve("localhost", 1, [](const Host::Addresses&) {});
             const auto metrics = call.host().add_metrics([](MetricsWriter&) {});
             static_cast<void>(call.host().metrics());
           });
           call.result(ToolResult::text("done"));
         }},
        {"throw out of noexcept", [](const ToolCall&) { cannot_throw(); }},
        {"throw out of a thread", [](const ToolCall&) { in_thread([] { throw std::runtime_error("in a thread"); }); }},
        {"drop", [](const ToolCall&) {}},
        {"keep", [](ToolCall call) { kept_calls.push_back(std::move(call)); }},
        {"answer no JSON", [](ToolCall call) { call.result(ToolResult::passed_on(Json("{\"content\":["))); }},
        {"answer with a line break",
         [](ToolCall call) { call.result(ToolResult::passed_on(Json("{\"content\":[]\n,\n\"x\":1}"))); }},
        {"block",
         [](ToolCall call) {
           block();
           call.result(ToolResult::text("slow"));
         }},
    };
    return all;
  }
};

/// A connection whose peer answers nothing, and that breaks the contract as its server's option `does` says.
class HostileConnection final : public Connection {
 public:
  HostileConnection(Host& host, std::string does) : host_(host), does_(std::move(does)) {}

  void start(ConnectionObserver& observer) override {
    observer_ = &observer;
    if (does_ == "close in start") observer.on_closed(kReason);
    if (does_ == "throw in a timer") {
      timer_ = host_.loop().after(std::chrono::milliseconds(0), [] { throw std::runtime_error("in a timer"); });
    }
    if (does_ == "close twice") {
      timer_ = host_.loop().after(std::chrono::milliseconds(0), [&observer] {
        observer.on_closed(kReason);
        observer.on_closed(kReason);
        observer.on_message("{}");
        observer.on_drained();
      });
    }
    if (does_ == "call in a thread") in_thread([&observer] { observer.on_message("{}"); });
  }
  void send(Message) override {
    if (does_ == "throw in send") throw std::runtime_error("in send");
    if (does_ == "deliver in send") observer_->on_message("{}");
    if (does_ == "block in send") {
      block();
      timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { observer_->on_closed(kReason); });
    }
  }
  [[nodiscard]] std::size_t backlog() const override { return 0; }
  void pause_reading(bool) override {}
  void close() noexcept override {}

 private:
  static inline const Error kReason{ErrorKind::unavailable, "it was closed"};

  Host& host_;
  const std::string does_;
  ConnectionObserver* observer_ = nullptr;
  EventLoop::Timer timer_;
};

class HostileTransport final : public Transport {
 public:
  explicit HostileTransport(Host& host) : host_(host) {}
  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    return std::unique_ptr<Connection>(std::make_unique<HostileConnection>(host_, server.options.text("does")));
  }

 private:
  Host& host_;
};

}  // namespace

static void register_plugin(Registrar& registrar) {
  registrar.add_meta_tool("hostile", {.make = construct<MetaTool, Hostile>});
  registrar.add_transport("hostile", {.server_options = {{"does", OptionType::text, true, "What it does wrong."}},
                                      .make = construct_transport<HostileTransport>});
}
WORKBENCH_PLUGIN("hostile", "1.0.0", register_plugin);
