#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/host.hpp>

#include "base/process_limits.hpp"
#include "json/scanner_json_access.hpp"
#include "registry/plugin_scope.hpp"

namespace workbench::registry {

/// The Host of one plugin. Log lines without a source carry the plugin's name; exceptions of its callbacks are logged,
/// and fail the call or connection during which the callback was set. It is never destroyed: after detach(), when the
/// process ends, its functions have no effect, so that a thread or a static object of the plugin may still call them.
class PluginHost final : public Host, private EventLoop {
 public:
  /// The host of `plugin`, which lives until the process has exited; `host` until detach(). [startup]
  [[nodiscard]] static PluginHost& make(std::string plugin, Host& host);

  // Host
  [[nodiscard]] EventLoop& loop() override { return *this; }
  [[nodiscard]] const JsonAccess& json() const override { return json_; }
  [[nodiscard]] const Limits& limits() const override { return limits_; }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> resolve(std::string name, std::uint16_t port,
                                                                 MoveOnlyFunction<void(Addresses)> done) override;
  void log(LogLevel level, std::string_view source, std::string_view text) override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> add_metrics(
      MoveOnlyFunction<void(MetricsWriter&)> collect) override;
  [[nodiscard]] std::string metrics() override;
  [[nodiscard]] std::vector<NamedAuthenticator> authenticators() override { return authenticators_; }
  [[nodiscard]] void* find_extension(ExtensionId id) override;

  [[nodiscard]] const std::string& plugin() const { return plugin_; }

  /// A scope for an object of this plugin.
  [[nodiscard]] std::shared_ptr<PluginScope> make_scope(PluginObject object,
                                                        MoveOnlyFunction<void(const Error&)> failed = {});

  /// `text`, which from now on lives until the process has exited. Equal texts are kept once: whenever the
  /// configuration is read again, objects of the same names may be made to check their options.
  [[nodiscard]] std::string_view keep(std::string text) { return *texts_.insert(std::move(text)).first; }

  /// The event loop itself, for our own callbacks. Null after detach().
  [[nodiscard]] EventLoop* process_loop() const { return host_ == nullptr ? nullptr : &host_->loop(); }

  /// Whether this is the loop thread, the only one on which the plugin may do most things. [any thread]
  [[nodiscard]] bool is_on_loop_thread() const { return std::this_thread::get_id() == loop_thread_; }

  /// The present limits, for our own callbacks. The limits that the plugin sees never change. [loop thread]
  [[nodiscard]] const base::ProcessLimits& process_limits() const {
    return host_ == nullptr ? process_limits_ : base::process_limits(*host_);
  }

  /// Runs our own code while the plugin's is on the stack: its time and its exceptions do not count as the plugin's.
  /// Its exceptions are logged, because they must not unwind the plugin's frames. [loop thread]
  template <typename Function>
  void run_own_code(Function&& function) noexcept {
    const PluginScope::HostEntry entry;
    try {
      std::forward<Function>(function)();
    } catch (...) {
      log_own_exception();
    }
  }

  /// Finds what plugins provide to each other, from now on until detach(); see Host::find_extension(). [startup]
  void set_extensions(MoveOnlyFunction<void*(ExtensionId id)> find) { find_provided_ = std::move(find); }
  /// See Host::authenticators().
  void set_authenticators(std::vector<NamedAuthenticator> authenticators) {
    authenticators_ = std::move(authenticators);
  }

  /// Destroys `object` when the plugin's code that is running now has returned.
  void destroy_later(std::shared_ptr<void> object);

  /// Ends all watches and timers of the plugin. [loop thread], when nothing is served any more and before the process's
  /// host is destroyed.
  void detach();

 private:
  class Subscription;
  class NoSubscription;

  PluginHost(std::string plugin, Host& host);
  ~PluginHost() = default;

  // EventLoop
  void post(MoveOnlyFunction<void()> task) override;
  [[nodiscard]] Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) override;
  [[nodiscard]] Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) override;

  /// The scope of a callback that is set now.
  [[nodiscard]] std::shared_ptr<base::ExceptionScope> current_scope() const;
  /// A new subscription, for which `subscribe(Host&)` makes the loop's own one; without effect when the process has
  /// ended, or on another thread.
  template <typename Subscribe>
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> subscribe(const char* function_name, Subscribe subscribe);
  template <typename Subscribe>
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> subscribe_callback(const char* function_name,
                                                                            MoveOnlyFunction<void()> callback,
                                                                            Subscribe subscribe);
  void log_wrong_thread(const char* function_name);
  /// Logs the exception that is being handled.
  void log_own_exception() noexcept;

  const std::string plugin_;
  const base::ProcessLimits process_limits_;  // the limits of the start
  const Limits limits_ = process_limits_;
  const json::ScannerJsonAccess json_;
  const std::thread::id loop_thread_ = std::this_thread::get_id();
  std::mutex mutex_;  // guards host_ against detach() in calls of other threads
  Host* host_;        // null: detached
  std::shared_ptr<PluginScope> scope_;
  std::list<Subscription*> subscriptions_;
  std::vector<std::shared_ptr<void>> to_destroy_;
  std::set<std::string> texts_;
  std::vector<NamedAuthenticator> authenticators_;
  MoveOnlyFunction<void*(ExtensionId)> find_provided_;  // empty: plugins provide none
};

}  // namespace workbench::registry
