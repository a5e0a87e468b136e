#include "registry/guarded_logins.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace workbench::registry {
namespace {

/// One operation of the plugin: the object that it has returned, and the callbacks that it owes. Outlives the object
/// that the host has while the plugin's code is running, so that the host may destroy that in a callback.
template <typename Object, typename Value>
class Operation final : public std::enable_shared_from_this<Operation<Object, Value>> {
 public:
  using Done = MoveOnlyFunction<void(Result<Value>)>;

  Operation(const PluginObject& object, PluginHost& host, Done done)
      : host_(host),
        scope_(host.make_scope(object, [this](const Error& failure) { fail(failure); })),
        done_(std::move(done)) {}
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  ~Operation() {
    {
      const base::ExceptionScope::Entry entry(scope_.get());  // so that a throw, which ends the process, has its name
      made_.reset();
    }
    scope_->detach();
  }

  /// Makes the plugin begin the operation with `make`, which returns its object.
  template <typename Make>
  void begin(Make make) {
    call([&] { made_ = make(); });
    if (made_ == nullptr) fail(fault("returned no object for an operation on a login"));
  }

  /// Calls the plugin's object, which must not call its callbacks meanwhile. Any error: the object is unusable.
  template <typename Function>
  Result<void> use(Function function) {
    if (!is_open()) return failure_.value_or(Error{ErrorKind::invalid_argument, "the login has ended"});
    Result<void> result;
    call([&] { result = function(*made_); });
    return failure_ ? Result<void>(*failure_) : std::move(result);
  }

  /// `callback` for the plugin, which may call it once, until the operation ends.
  template <typename Argument>
  [[nodiscard]] MoveOnlyFunction<void(const Argument&)> guard(const char* name,
                                                              MoveOnlyFunction<void(const Argument&)> callback) {
    return [weak = this->weak_from_this(), name, callback = std::move(callback)](const Argument& argument) mutable {
      const auto operation = weak.lock();
      if (operation == nullptr) return;
      operation->deliver(name, [&] {
        if (!callback) return operation->log_misuse(std::string("called ") + name + " a second time");
        std::exchange(callback, nullptr)(argument);
      });
    };
  }

  /// `done` for the plugin.
  [[nodiscard]] Done guarded_done() { return DoneForPlugin(this->shared_from_this(), host_); }

  /// The host has destroyed its object.
  void abandon() {
    done_ = nullptr;
    if (deliveries_ > 0) host_.destroy_later(this->shared_from_this());
  }

 private:
  /// Reports its own end if the plugin has not called it by then. It may be destroyed on any thread.
  class DoneForPlugin {
   public:
    DoneForPlugin(std::weak_ptr<Operation> operation, PluginHost& host)
        : operation_(std::move(operation)), host_(&host) {}
    DoneForPlugin(DoneForPlugin&&) noexcept = default;
    DoneForPlugin& operator=(DoneForPlugin&&) = delete;
    ~DoneForPlugin() {
      if (was_called_ || operation_.expired()) return;
      host_->loop().post([weak = std::move(operation_)] {
        if (const auto operation = weak.lock()) operation->fail(operation->fault("dropped done() without calling it"));
      });
    }

    void operator()(Result<Value> outcome) {
      was_called_ = true;
      const auto operation = operation_.lock();
      if (operation == nullptr) return;
      operation->deliver("done()", [&] {
        operation->has_ended_ = true;
        std::exchange(operation->done_, nullptr)(std::move(outcome));
      });
    }

   private:
    std::weak_ptr<Operation> operation_;
    PluginHost* host_;
    bool was_called_ = false;
  };

  [[nodiscard]] bool is_open() const { return static_cast<bool>(done_) && !failure_; }
  [[nodiscard]] Error fault(const std::string& what) const { return plugin_failure(scope_->object(), what); }

  template <typename Function>
  void call(Function function) {
    ++calls_;
    scope_->run(function);
    --calls_;
  }

  // Not reported here but from the loop: this may be inside the host's call.
  void fail(const Error& failure) {
    if (!is_open()) return;
    failure_ = failure;
    EventLoop* const loop = host_.process_loop();
    if (loop == nullptr) return;
    failure_report_ = loop->after(std::chrono::milliseconds(0), [this] {
      Done done = std::exchange(done_, nullptr);
      if (done) done(*failure_);  // the last line: it may destroy this
    });
  }

  template <typename Function>
  void deliver(const std::string& name, Function function) {
    if (!host_.is_on_loop_thread()) return refuse_other_thread(name);
    if (has_ended_) return log_misuse("called " + name + " after done()");
    if (!is_open()) return;  // it has failed, or the host has destroyed its object
    if (calls_ > 0) return log_and_fail("called " + name + " inside a call of its logins; post it to the loop");
    ++deliveries_;
    host_.run_own_code(function);
    --deliveries_;
  }

  /// The operation fails: its callbacks cannot be called where other code may be using the same objects.
  void refuse_other_thread(const std::string& name) {
    host_.loop().post([weak = this->weak_from_this(), name] {
      const auto operation = weak.lock();
      if (operation == nullptr || !operation->is_open()) return;
      operation->log_and_fail("called " + name + " on a thread of its own; post it to the loop");
    });
  }

  void log_and_fail(const std::string& what) {
    const Error failure = fault(what);
    host_.log(LogLevel::error, {}, failure.message);
    fail(failure);
  }

  void log_misuse(const std::string& what) {
    if (!std::exchange(has_logged_misuse_, true)) host_.log(LogLevel::error, {}, fault(what).message);
  }

  PluginHost& host_;
  const std::shared_ptr<PluginScope> scope_;
  Done done_;  // empty: it was called, or the host has destroyed its object
  std::optional<Error> failure_;
  EventLoop::Timer failure_report_;
  int calls_ = 0;  // into the plugin
  int deliveries_ = 0;
  bool has_ended_ = false;  // the plugin has called done()
  bool has_logged_misuse_ = false;
  std::unique_ptr<Object> made_;
};

using LoginOperation = Operation<ServerLogin, void>;

class GuardedLogin final : public ServerLogin {
 public:
  explicit GuardedLogin(std::shared_ptr<LoginOperation> operation) : operation_(std::move(operation)) {}
  ~GuardedLogin() override { operation_->abandon(); }

  Result<void> complete(std::string_view address) override {
    return operation_->use([&](ServerLogin& login) { return login.complete(address); });
  }

 private:
  const std::shared_ptr<LoginOperation> operation_;
};

template <typename Value>
class GuardedSubscription final : public EventLoop::Subscription {
 public:
  using Guarded = Operation<EventLoop::Subscription, Value>;

  explicit GuardedSubscription(std::shared_ptr<Guarded> operation) : operation_(std::move(operation)) {}
  ~GuardedSubscription() override { operation_->abandon(); }

 private:
  const std::shared_ptr<Guarded> operation_;
};

/// An operation without callbacks but `done`, which `make` begins with the one that it is given.
template <typename Value, typename Make>
std::unique_ptr<EventLoop::Subscription> subscribe(const PluginObject& object, PluginHost& host,
                                                   MoveOnlyFunction<void(Result<Value>)> done, Make make) {
  using Guarded = GuardedSubscription<Value>;
  const auto operation = std::make_shared<typename Guarded::Guarded>(object, host, std::move(done));
  operation->begin([&] { return make(operation->guarded_done()); });
  return std::make_unique<Guarded>(operation);
}

}  // namespace

std::unique_ptr<ServerLogin> GuardedLogins::begin(const ServerConfig& server, std::vector<std::string> scopes,
                                                  Visit visit, Done done) {
  const auto operation = std::make_shared<LoginOperation>(object_, host_, std::move(done));
  operation->begin([&] {
    return logins_.begin(server, std::move(scopes), operation->guard("visit()", std::move(visit)),
                         operation->guarded_done());
  });
  return std::make_unique<GuardedLogin>(operation);
}

std::unique_ptr<EventLoop::Subscription> GuardedLogins::end(const ServerConfig& server, Done done) {
  return subscribe<void>(object_, host_, std::move(done),
                         [&](Done guarded) { return logins_.end(server, std::move(guarded)); });
}

std::unique_ptr<EventLoop::Subscription> GuardedLogins::find(const ServerConfig& server,
                                                             MoveOnlyFunction<void(Result<LoginState> state)> done) {
  return subscribe<LoginState>(
      object_, host_, std::move(done),
      [&](MoveOnlyFunction<void(Result<LoginState>)> guarded) { return logins_.find(server, std::move(guarded)); });
}

std::string GuardedLogins::issuer(const ServerConfig& server) {
  try {
    return logins_.issuer(server);
  } catch (...) {
    host_.log(LogLevel::error, {}, failure_of_current_exception(object_).message);
    return {};
  }
}

}  // namespace workbench::registry
