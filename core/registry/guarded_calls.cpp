#include "registry/guarded_calls.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

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
    detail::OwnedRequest request = call.release();
    request->set_owner(owner_);
    detail::DropGuard guard(*request);
    std::optional<Error> thrown;
    std::optional<Error>* const outer = std::exchange(thrown_, &thrown);
    scope_->run([&] { give(ToolCall(std::move(request), std::move(arguments), host_)); });
    thrown_ = outer;
    if (detail::OwnedRequest dropped = guard.extract_dropped()) {
      dropped->fail(thrown ? *thrown : plugin_failure(object(), "dropped a call without an answer"));
    } else if (detail::ClientRequest* const kept = guard.kept(); kept != nullptr && kept->owner() == owner_) {
      start_time_limit(*kept);
    }
  }

 private:
  /// Opening a toolbox takes as long as its servers may take to start.
  [[nodiscard]] std::chrono::milliseconds time_limit() const {
    return std::max(host_.process_limits().call, host_.process_limits().server_start);
  }

  void start_time_limit(detail::ClientRequest& request) const {
    EventLoop* const loop = host_.process_loop();
    if (loop == nullptr || !request.is_open()) return;
    request.set_time_limit(loop->after(time_limit(), [this, &request] {
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
  /// tools/list must stay valid, and whoever reads it should see what is wrong.
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
      : guard_(std::move(object), host), middleware_(std::move(middleware)) {}

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    Next checked_next = [this, given = call.arguments(), next = std::move(next)](ToolCall passed) mutable {
      pass_on(std::move(passed), given, next);
    };
    guard_.run(std::move(call),
               [&](ToolCall given) { middleware_->on_tool_call(tool, std::move(given), std::move(checked_next)); });
  }

 private:
  /// `next` with the call if its arguments are still what the contract says.
  void pass_on(ToolCall call, const Json& given, Next& next) const {
    if (!next) return guard_.host().log(LogLevel::error, {}, failure("passed a call on a second time").message);
    const PluginScope::HostEntry entry;
    const Json arguments = call.arguments();
    detail::OwnedRequest request = call.release();
    if (request == nullptr) {
      return guard_.host().log(LogLevel::error, {}, failure("passed on a call that it had answered").message);
    }
    if (!request->is_open()) return;  // the client has cancelled it
    call = ToolCall(std::move(request), arguments, guard_.host());
    if (!arguments.is_absent() && arguments.text().data() != given.text().data()) {
      auto checked = guard_.host().json().checked(std::string(arguments.text()));
      if (!checked) return call.fail(failure("replaced the arguments with invalid JSON: " + checked.error().message));
      if (checked->kind() != JsonKind::object) {
        return call.fail(failure("replaced the arguments with something that is not a JSON object"));
      }
      call.set_arguments(*std::move(checked));
    }
    std::exchange(next, {})(std::move(call));
  }

  [[nodiscard]] Error failure(const std::string& what) const { return plugin_failure(guard_.object(), what); }

  CallGuard guard_;
  const std::unique_ptr<Middleware> middleware_;
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
