#include "registry/guarded_authenticator.hpp"

#include <string>
#include <utility>

namespace workbench::registry {
namespace {

/// One request that an authenticator decides on, until it has, or until the listener abandons it.
class Pending final : public std::enable_shared_from_this<Pending> {
 public:
  /// `done` may belong to another plugin: it runs in the scope that is current now.
  Pending(PluginHost& host, PluginObject object, MoveOnlyFunction<void(Authentication)> done)
      : host_(host), done_(base::guarded(std::move(done))) {
    scope_ = host.make_scope(std::move(object), [this](const Error& failure) { refuse(failure); });
  }
  ~Pending() { scope_->detach(); }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  void start(Authenticator& authenticator, const RequestHead& head) {
    const auto self = shared_from_this();
    scope_->run([&] {
      subscription_ = authenticator.authenticate(head, [weak = weak_from_this()](Authentication authentication) {
        if (const auto pending = weak.lock()) pending->finish(std::move(authentication));
      });
      if (done_ && subscription_ == nullptr) fail(failure_of("returned null and has not decided"));
    });
  }

  /// The listener has abandoned it. Ends the plugin's work for it.
  void abandon() {
    done_ = nullptr;
    host_.destroy_later(std::move(subscription_));
  }

 private:
  [[nodiscard]] Error failure_of(const std::string& what) const { return plugin_failure(scope_->object(), what); }

  void finish(Authentication authentication) {
    const PluginScope::HostEntry entry;
    if (!done_) return host_.log(LogLevel::error, {}, failure_of("has decided on a request a second time").message);
    const auto* const accepted = std::get_if<Authenticated>(&authentication);
    if (accepted != nullptr && accepted->principal.name.empty()) {
      return fail(failure_of("has named a principal with an empty name"));
    }
    std::exchange(done_, nullptr)(std::move(authentication));
  }

  void fail(const Error& failure) {
    host_.log(LogLevel::error, {}, failure.message);
    refuse(failure);
  }

  void refuse(const Error& failure) {
    if (!done_) return;
    const PluginScope::HostEntry entry;
    std::exchange(done_, nullptr)(AuthenticationRefused{failure.message, {}, true});
  }

  PluginHost& host_;
  std::shared_ptr<PluginScope> scope_;
  MoveOnlyFunction<void(Authentication)> done_;  // empty: decided, or abandoned
  std::shared_ptr<EventLoop::Subscription> subscription_;
};

/// The listener's handle.
class Waiting final : public EventLoop::Subscription {
 public:
  explicit Waiting(std::shared_ptr<Pending> pending) : pending_(std::move(pending)) {}
  ~Waiting() override { pending_->abandon(); }

 private:
  const std::shared_ptr<Pending> pending_;
};

class GuardedAuthenticator final : public Authenticator {
 public:
  GuardedAuthenticator(PluginObject object, PluginHost& host, std::unique_ptr<Authenticator> authenticator)
      : object_(std::move(object)), host_(host), authenticator_(std::move(authenticator)) {}

  std::unique_ptr<EventLoop::Subscription> authenticate(const RequestHead& head,
                                                        MoveOnlyFunction<void(Authentication)> done) override {
    auto pending = std::make_shared<Pending>(host_, object_, std::move(done));
    pending->start(*authenticator_, head);
    return std::make_unique<Waiting>(std::move(pending));
  }

  std::string challenge() const override {
    try {
      return authenticator_->challenge();
    } catch (...) {
      host_.log(LogLevel::error, {}, failure_of_current_exception(object_).message);
      return {};
    }
  }

 private:
  const PluginObject object_;
  PluginHost& host_;
  const std::unique_ptr<Authenticator> authenticator_;
};

}  // namespace

std::unique_ptr<Authenticator> make_guarded_authenticator(PluginObject object, PluginHost& host,
                                                          std::unique_ptr<Authenticator> authenticator) {
  return std::make_unique<GuardedAuthenticator>(std::move(object), host, std::move(authenticator));
}

}  // namespace workbench::registry
