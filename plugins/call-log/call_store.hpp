#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/call_observer.hpp>
#include <workbench/host.hpp>
#include <workbench/recent_calls.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/toolboxes.hpp>

#include "call_ring.hpp"
#include "caller_sessions.hpp"
#include "change_notice.hpp"
#include "kept_tools.hpp"
#include "recent_call_settings.hpp"
#include "running_calls.hpp"
#include "uses_keeper.hpp"
#include "value_rights.hpp"

namespace workbench::call_log {

/// The extensions: sees calls, and keeps the latest ones and those that run. Before start() it keeps none.
/// [loop thread]
class CallStore final : public RecentCalls, public CallObserver {
 public:
  /// `rights` may change; it counts when a call begins and ends.
  explicit CallStore(std::shared_ptr<const ValueRights> rights) : rights_(std::move(rights)) {}
  ~CallStore();

  /// Calls are kept from now on, until stop(). `host` must outlive that.
  void start(const RecentCallSettings& settings, Host& host);
  void stop();

  // CallObserver
  [[nodiscard]] void* begin(const ToolIdentifier& tool, const Json& arguments, const Caller& caller,
                            Toolboxes& toolboxes) noexcept override;
  void end(void* call, const ToolOutcome& outcome) noexcept override;

  // RecentCalls
  [[nodiscard]] bool is_in_use() const override { return host_ != nullptr; }
  [[nodiscard]] CallPage calls(const CallQuery& query) const override;
  [[nodiscard]] std::uint64_t ended() const override { return ring_ ? ring_->added() : 0; }
  [[nodiscard]] Result<Json> find(std::uint64_t id, const std::optional<std::string>& own) const override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed) override {
    return notice_.subscribe(std::move(changed));
  }
  void keep_uses(std::string file) override;
  void tool_uses(MoveOnlyFunction<void(Json)> done) override;

 private:
  void fill(RunningCall& running, const ToolIdentifier& tool, const Json& arguments, const CallerIdentity& caller,
            Toolboxes& toolboxes);
  void finish(RunningCall& running, const ToolOutcome& outcome);
  [[nodiscard]] std::shared_ptr<KeptTool> tool_of(const ToolIdentifier& tool, Callers& callers);
  void count_use(KeptTool& tool);
  void take_uses();
  void save_uses();
  void add_ended(const CallQuery& query, CallPage& page) const;
  void add_running(const CallQuery& query, CallPage& page) const;

  const std::shared_ptr<const ValueRights> rights_;
  Host* host_ = nullptr;  // null: calls are not kept
  std::optional<CallRing> ring_;
  KeptTools tools_{0};
  RunningCalls running_;
  CallerSessions sessions_;
  ChangeNotice notice_;
  std::uint64_t last_id_ = 0;
  std::string uses_file_;
  std::optional<UsesKeeper> uses_;
  bool has_uses_ = false;    // of tools, that uses_ does not have
  EventLoop::Timer saving_;  // set: uses are saved when it is due
};

}  // namespace workbench::call_log
