#include "registry/guarded_calls.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/client_request.hpp"
#include "base/text.hpp"

namespace workbench::registry {
namespace {

/// One object of a plugin that is given calls.
class CallGuard {
 public:
  CallGuard(PluginObject object, PluginHost& host)
      : host_(host),
        scope_(host.make_scope(std::move(object),
                               [this](const Error& failure) {
                                 if (thrown_ != nullptr) *thrown_ = failure;
                               })),
        owner_(host.keep(plugin_failure(scope_->object(), {}).message)) {}
  CallGuard(const CallGuard&) = delete;
  CallGuard& operator=(const CallGuard&) = delete;
  ~CallGuard() { scope_->detach(); }

  [[nodiscard]] const PluginObject& object() const { return scope_->object(); }
  [[nodiscard]] PluginHost& host() const { return host_; }

  /// Gives the plugin a call with `give(ToolCall)`. Answers it if the plugin throws or drops it, and when the plugin
  /// has kept it for too long.
  template <typename Give>
  void run(ToolCall call, Give give) {
    Json arguments = call.release_arguments();
    run(detail::extract_request(call),
        [&](detail::OwnedRequest request) { give(ToolCall(std::move(request), std::move(arguments), host_)); });
  }

  /// The same for another request, with `give(MethodCall)`.
  template <typename Give>
  void run(MethodCall call, Give give) {
    detail::OwnedRequest request = detail::extract_request(call);
    run(std::move(request), [&](detail::OwnedRequest given) {
      give(MethodCall(std::move(given), call.release_method(), call.release_target(), call.release_params(), host_));
    });
  }

 private:
  template <typename Give>
  void run(detail::OwnedRequest request, Give give) {
    request->set_owner(owner_);
    detail::DropGuard guard(*request);
    std::optional<Error> thrown;
    std::optional<Error>* const outer = std::exchange(thrown_, &thrown);
    scope_->run([&] { give(std::move(request)); });
    thrown_ = outer;
    if (detail::OwnedRequest dropped = guard.extract_dropped()) {
      dropped->fail(thrown ? *thrown : plugin_failure(object(), "dropped a call without an answer"));
    } else if (detail::ClientRequest* const kept = guard.kept(); kept != nullptr && kept->owner() == owner_) {
      start_time_limit(*kept);
    }
  }

  /// Opening a toolbox takes as long as its servers may take to start.
  [[nodiscard]] std::chrono::milliseconds time_limit() const {
    return std::max(host_.process_limits().call, host_.process_limits().server_start);
  }

  /// What the plugin waits for has the same limits: on a busy machine, its own error would often be late.
  [[nodiscard]] std::chrono::milliseconds margin() const { return time_limit() / 10; }

  void start_time_limit(detail::ClientRequest& request) const {
    EventLoop* const loop = host_.process_loop();
    if (loop == nullptr || !request.is_open()) return;
    request.set_time_limit(loop->after(time_limit() + margin(), [this, &request] {
      if (!request.is_open()) return;  // the client has cancelled it
      if (request.test_and_clear_progress() || request.is_waiting_for_client()) return start_time_limit(request);
      const Error failure{
          ErrorKind::timed_out,
          plugin_failure(object(), "has not answered a call for " + base::format_duration(time_limit())).message};
      host_.log(LogLevel::error, {}, failure.message);
      request.fail(failure);
    }));
  }

  PluginHost& host_;
  const std::shared_ptr<PluginScope> scope_;
  const std::string_view owner_;
  std::optional<Error>* thrown_ = nullptr;  // of the call that is being given
};

class GuardedMetaTool final : public MetaTool {
 public:
  GuardedMetaTool(PluginObject object, PluginHost& host, std::unique_ptr<MetaTool> meta_tool)
      : guard_(std::move(object), host), meta_tool_(std::move(meta_tool)) {}

  Json definition(const Toolboxes& toolboxes, const ClientProfile& client) const override {
    try {
      Json definition = meta_tool_->definition(toolboxes, client);
      if (definition.kind() == JsonKind::object) return definition;
      return stand_in(plugin_failure(guard_.object(), "gave no JSON object as its definition"));
    } catch (...) {
      return stand_in(failure_of_current_exception(guard_.object()));
    }
  }

  bool is_available_by_default(const Toolboxes& toolboxes) const override {
    try {
      return meta_tool_->is_available_by_default(toolboxes);
    } catch (...) {
      guard_.host().log(LogLevel::error, {}, failure_of_current_exception(guard_.object()).message);
      return false;
    }
  }

  void call(ToolCall call) override {
    guard_.run(std::move(call), [&](ToolCall given) { meta_tool_->call(std::move(given)); });
  }

 private:
  /// tools/list must stay valid, and its readers should see what is wrong.
  [[nodiscard]] Json stand_in(const Error& failure) const {
    JsonWriter writer;
    writer.object().member("name", guard_.object().name).member("description", failure.message);
    writer.member("inputSchema", Json(R"({"type":"object"})")).end();
    return std::move(writer).json();
  }

  CallGuard guard_;
  const std::unique_ptr<MetaTool> meta_tool_;
};

class GuardedMiddleware final : public Middleware {
 public:
  GuardedMiddleware(PluginObject object, PluginHost& host, std::unique_ptr<Middleware> middleware)
      : guard_(std::move(object), host),
        middleware_(std::move(middleware)),
        sees_requests_(ask_sees_requests()),
        needs_policy_(ask_needs_policy()) {}

  bool sees_requests() const override { return sees_requests_; }
  bool needs_policy() const override { return needs_policy_; }

  void on_ending() override {
    try {
      middleware_->on_ending();
    } catch (...) {
      guard_.host().log(LogLevel::error, {}, failure_of_current_exception(guard_.object()).message);
    }
  }

  void on_request(MethodCall call, NextRequest next) override {
    NextRequest checked_next = [this, given = call.params(), next = std::move(next)](MethodCall passed) mutable {
      pass_on(std::move(passed), given, next);
    };
    guard_.run(std::move(call),
               [&](MethodCall passed) { middleware_->on_request(std::move(passed), std::move(checked_next)); });
  }

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    Next checked_next = [this, given = call.arguments(), next = std::move(next)](ToolCall passed) mutable {
      pass_on(std::move(passed), given, next);
    };
    guard_.run(std::move(call),
               [&](ToolCall given) { middleware_->on_tool_call(tool, std::move(given), std::move(checked_next)); });
  }

 private:
  [[nodiscard]] bool ask_sees_requests() const {
    try {
      return middleware_->sees_requests();
    } catch (...) {
      guard_.host().log(LogLevel::error, {}, failure_of_current_exception(guard_.object()).message);
      return true;  // it may be there to forbid something
    }
  }

  [[nodiscard]] bool ask_needs_policy() const {
    try {
      return middleware_->needs_policy();
    } catch (...) {
      guard_.host().log(LogLevel::error, {}, failure_of_current_exception(guard_.object()).message);
      return false;  // every request concerns it
    }
  }

  /// `next` with the call if its arguments still keep the contract.
  void pass_on(ToolCall call, const Json& given, Next& next) const {
    if (!next) return log_second_pass();
    const PluginScope::HostEntry entry;
    Json arguments = call.arguments();
    detail::OwnedRequest request = extract_passed(call);
    if (request == nullptr) return;
    const auto checked = checked_replacement(given, std::move(arguments), "arguments");
    if (!checked) return request->fail(checked.error());
    std::exchange(next, {})(ToolCall(std::move(request), *checked, guard_.host()));
  }

  /// The same for the params of a request.
  void pass_on(MethodCall call, const Json& given, NextRequest& next) const {
    if (!next) return log_second_pass();
    const PluginScope::HostEntry entry;
    detail::OwnedRequest request = extract_passed(call);
    if (request == nullptr) return;
    const auto checked = checked_replacement(given, call.release_params(), "params");
    if (!checked) return request->fail(checked.error());
    std::exchange(next, {})(
        MethodCall(std::move(request), call.release_method(), call.release_target(), *checked, guard_.host()));
  }

  /// Null: it was answered, which is logged, or the client has cancelled it.
  [[nodiscard]] detail::OwnedRequest extract_passed(ClientCall& call) const {
    detail::OwnedRequest request = detail::extract_request(call);
    if (request == nullptr) {
      guard_.host().log(LogLevel::error, {}, failure("passed on a call that it had answered").message);
    } else if (!request->is_open()) {
      request.reset();
    }
    return request;
  }

  void log_second_pass() const {
    guard_.host().log(LogLevel::error, {}, failure("passed a call on a second time").message);
  }

  /// `passed`, or its checked form if the plugin has replaced what it was `given`.
  [[nodiscard]] Result<Json> checked_replacement(const Json& given, Json passed, const std::string& what) const {
    if (passed.is_absent() || passed.text().data() == given.text().data()) return passed;
    auto checked = guard_.host().json().checked(std::string(passed.text()));
    if (!checked) return failure("replaced the " + what + " with invalid JSON: " + checked.error().message);
    if (checked->kind() != JsonKind::object) {
      return failure("replaced the " + what + " with something that is not a JSON object");
    }
    return checked;
  }

  [[nodiscard]] Error failure(const std::string& what) const { return plugin_failure(guard_.object(), what); }

  CallGuard guard_;
  const std::unique_ptr<Middleware> middleware_;
  const bool sees_requests_;
  const bool needs_policy_;
};

}  // namespace

std::unique_ptr<MetaTool> make_guarded_meta_tool(PluginObject object, PluginHost& host,
                                                 std::unique_ptr<MetaTool> meta_tool) {
  return std::make_unique<GuardedMetaTool>(std::move(object), host, std::move(meta_tool));
}

std::unique_ptr<Middleware> make_guarded_middleware(PluginObject object, PluginHost& host,
                                                    std::unique_ptr<Middleware> middleware) {
  return std::make_unique<GuardedMiddleware>(std::move(object), host, std::move(middleware));
}

}  // namespace workbench::registry
