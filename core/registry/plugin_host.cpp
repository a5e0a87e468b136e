#include "registry/plugin_host.hpp"

#include <utility>

#include "base/weak_handle.hpp"

namespace workbench::registry {

/// A watch, a timer or a query of the plugin: owns the loop's object, and destroys it when the callback throws or the
/// process ends, whatever the plugin does with this object.
class PluginHost::Subscription final : public EventLoop::Subscription {
 public:
  explicit Subscription(PluginHost& host)
      : host_(host), place_(host.subscriptions_.insert(host.subscriptions_.end(), this)) {}
  ~Subscription() override { host_.subscriptions_.erase(place_); }

  void set(std::unique_ptr<EventLoop::Subscription> subscription) { subscription_ = std::move(subscription); }
  void end() { subscription_.reset(); }
  [[nodiscard]] base::WeakHandle<Subscription> handle() const { return handle_.handle(); }

 private:
  PluginHost& host_;
  const std::list<Subscription*>::iterator place_;
  std::unique_ptr<EventLoop::Subscription> subscription_;
  const base::WeakHandleSource<Subscription> handle_{*this};
};

/// The result of a call on another thread. It belongs to nothing, so any thread may destroy it.
class PluginHost::NoSubscription final : public EventLoop::Subscription {};

PluginHost& PluginHost::make(std::string plugin, Host& host) {
  // Always reachable, so that a leak checker does not report it.
  static auto& hosts = *new std::vector<PluginHost*>;
  hosts.push_back(new PluginHost(std::move(plugin), host));
  return *hosts.back();
}

PluginHost::PluginHost(std::string plugin, Host& host)
    : plugin_(std::move(plugin)),
      process_limits_(base::process_limits(host)),
      json_(process_limits_.message_depth),
      host_(&host) {
  scope_ = make_scope({plugin_, {}, {}});
}

std::shared_ptr<PluginScope> PluginHost::make_scope(PluginObject object, MoveOnlyFunction<void(const Error&)> failed) {
  return std::make_shared<PluginScope>(std::move(object), *this, std::move(failed));
}

void PluginHost::log(LogLevel level, std::string_view source, std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (host_ == nullptr) return;
  host_->log(level, source.empty() ? std::string_view(plugin_) : source, text);
}

std::shared_ptr<base::ExceptionScope> PluginHost::current_scope() const {
  if (base::ExceptionScope* const current = base::ExceptionScope::current()) return current->shared_from_this();
  return scope_;
}

void PluginHost::post(MoveOnlyFunction<void()> task) {
  const std::lock_guard lock(mutex_);
  if (host_ == nullptr) return;
  host_->loop().post([scope = current_scope(), task = std::move(task)]() mutable { scope->run(task); });
}

void PluginHost::log_wrong_thread(const char* function_name) {
  log(LogLevel::error, {},
      plugin_failure(scope_->object(), std::string("called ") + function_name +
                                           "() on a thread of its own, which has no effect; post it to the loop")
          .message);
}

template <typename Subscribe>
std::unique_ptr<EventLoop::Subscription> PluginHost::subscribe(const char* function_name, Subscribe subscribe) {
  if (!is_on_loop_thread()) {
    log_wrong_thread(function_name);
    return std::make_unique<NoSubscription>();
  }
  auto subscription = std::make_unique<Subscription>(*this);
  if (host_ != nullptr) subscription->set(subscribe(*host_, subscription->handle()));
  return subscription;
}

template <typename Subscribe>
std::unique_ptr<EventLoop::Subscription> PluginHost::subscribe_callback(const char* function_name,
                                                                        MoveOnlyFunction<void()> callback,
                                                                        Subscribe subscribe) {
  return this->subscribe(function_name, [&](Host& host, base::WeakHandle<Subscription> handle) {
    return subscribe(host.loop(),
                     [scope = current_scope(), handle = std::move(handle), callback = std::move(callback)]() mutable {
                       if (scope->run(callback)) return;
                       // The condition of a watch would hold again at once.
                       if (Subscription* const failed = handle.get()) failed->end();
                     });
  });
}

EventLoop::Watch PluginHost::watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) {
  return subscribe_callback("watch", std::move(ready), [&](EventLoop& loop, MoveOnlyFunction<void()> callback) {
    return loop.watch(fd, readiness, std::move(callback));
  });
}

EventLoop::Timer PluginHost::after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) {
  return subscribe_callback("after", std::move(due), [&](EventLoop& loop, MoveOnlyFunction<void()> callback) {
    return loop.after(delay, std::move(callback));
  });
}

std::unique_ptr<EventLoop::Subscription> PluginHost::resolve(std::string name, std::uint16_t port,
                                                             MoveOnlyFunction<void(Addresses)> done) {
  return subscribe("resolve", [&](Host& host, const auto&) {
    return host.resolve(std::move(name), port,
                        [scope = current_scope(), done = std::move(done)](Addresses addresses) mutable {
                          scope->run([&] { done(std::move(addresses)); });
                        });
  });
}

std::unique_ptr<EventLoop::Subscription> PluginHost::add_metrics(MoveOnlyFunction<void(MetricsWriter&)> collect) {
  return subscribe("add_metrics", [&](Host& host, const auto&) {
    return host.add_metrics([scope = current_scope(), collect = std::move(collect)](MetricsWriter& writer) mutable {
      scope->run([&] { collect(writer); });
    });
  });
}

std::string PluginHost::metrics() {
  if (!is_on_loop_thread()) {
    log_wrong_thread("metrics");
    return {};
  }
  const PluginScope::HostEntry entry;
  return host_ == nullptr ? std::string() : host_->metrics();
}

// A plugin sees none of the extensions that the host has for the core.
void* PluginHost::find_extension(ExtensionId id) {
  if (!is_on_loop_thread()) {
    log_wrong_thread("find_extension");
    return nullptr;
  }
  if (host_ == nullptr || id == base::CoreHost::kExtension) return nullptr;
  const PluginScope::HostEntry entry;
  if (void* const of_host = host_->find_extension(id)) return of_host;
  return find_provided_ ? find_provided_(id) : nullptr;
}

void PluginHost::log_own_exception() noexcept {
  try {
    log(LogLevel::error, "workbench", "a defect of the workbench, which threw: " + text_of_current_exception());
  } catch (...) {  // out of memory
  }
}

void PluginHost::destroy_later(std::shared_ptr<void> object) {
  to_destroy_.push_back(std::move(object));
  if (host_ != nullptr && to_destroy_.size() == 1)
    host_->loop().post([this] { std::exchange(to_destroy_, {}).clear(); });
}

void PluginHost::detach() {
  std::exchange(to_destroy_, {}).clear();
  std::vector<base::WeakHandle<Subscription>> handles;  // the end of one may destroy others
  for (const Subscription* const subscription : subscriptions_) handles.push_back(subscription->handle());
  for (const base::WeakHandle<Subscription>& handle : handles) {
    if (Subscription* const subscription = handle.get()) subscription->end();
  }
  find_provided_ = {};
  const std::lock_guard lock(mutex_);
  host_ = nullptr;
}

}  // namespace workbench::registry
