#include "registry/guarded_connection.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace workbench::registry {

/// The plugin's connection, and the observer that it calls. Outlives the GuardedConnection while the plugin's code is
/// running, so that a plugin may still call after on_closed(), in which the GuardedConnection is destroyed.
class GuardedConnection::Link final : public ConnectionObserver, public std::enable_shared_from_this<Link> {
 public:
  Link(PluginObject object, PluginHost& host)
      : host_(host), scope_(host.make_scope(std::move(object), [this](const Error& failure) { fail(failure); })) {}
  ~Link() {
    {
      const base::ExceptionScope::Entry entry(scope_.get());  // so that a throw, which ends the process, has its name
      connection_.reset();
    }
    scope_->detach();
  }

  [[nodiscard]] PluginScope& scope() const { return *scope_; }
  [[nodiscard]] PluginHost& host() const { return host_; }
  /// The plugin's code is on the stack, and calls us.
  [[nodiscard]] bool is_delivering() const { return deliveries_ > 0; }
  [[nodiscard]] bool has_failed() const { return failure_report_ != nullptr; }

  void set_connection(std::unique_ptr<Connection> connection) { connection_ = std::move(connection); }
  void set_observer(ConnectionObserver* observer) { observer_ = observer; }

  /// Calls the plugin's connection, which must not call its observer meanwhile.
  template <typename Function>
  void call(Function function) {
    if (has_failed()) return;
    ++calls_;
    scope_->run([&] { function(*connection_); });
    --calls_;
  }

  // Reported from the loop, not here: an observer is never called inside start() or send(). The plugin's object
  // stays until then, because this may be inside one of its own calls.
  void fail(const Error& failure) {
    if (observer_ == nullptr || has_failed()) return;
    EventLoop* const loop = host_.process_loop();
    if (loop == nullptr) return;
    failure_report_ = loop->after(std::chrono::milliseconds(0), [this, failure] {
      ConnectionObserver* const observer = std::exchange(observer_, nullptr);
      if (observer != nullptr) observer->on_closed(failure);  // the last line: it may destroy this
    });
  }

  // ConnectionObserver
  void on_message(std::string message) override {
    deliver("on_message()", [&] { observer_->on_message(std::move(message)); });
  }
  void on_checked_message(CheckedMessage message) override {
    deliver("on_checked_message()", [&] { observer_->on_checked_message(std::move(message)); });
  }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    deliver("on_undeliverable()", [&] { observer_->on_undeliverable(what, beginning); });
  }
  void on_request_failed(const Json& id, const Error& reason) override {
    deliver("on_request_failed()", [&] { observer_->on_request_failed(id, reason); });
  }
  void on_end_of_input() override {
    deliver("on_end_of_input()", [&] { observer_->on_end_of_input(); });
  }
  void on_drained() override {
    deliver("on_drained()", [&] { observer_->on_drained(); });
  }
  void on_closed(const Error& reason) override {
    deliver("on_closed()", [&] {
      has_ended_ = true;
      std::exchange(observer_, nullptr)->on_closed(reason);
    });
  }

 private:
  template <typename Function>
  void deliver(const char* function_name, Function function) {
    if (!host_.is_on_loop_thread()) return refuse_other_thread(function_name);
    if (has_failed()) return;
    if (has_ended_) return log_misuse(std::string("called ") + function_name + " after on_closed()");
    if (observer_ == nullptr) return;  // the host has destroyed the connection
    if (calls_ > 0) {
      const Error failure =
          plugin_failure(scope_->object(), std::string("called ") + function_name +
                                               " inside a call of its connection; post it to the loop");
      host_.log(LogLevel::error, {}, failure.message);
      return fail(failure);
    }
    ++deliveries_;
    host_.run_own_code(function);
    --deliveries_;
  }

  /// The connection fails: its observer cannot be called where other code may be using it.
  void refuse_other_thread(const char* function_name) {
    EventLoop& loop = host_.loop();  // which any thread may use, until the process has exited
    loop.post([weak = weak_from_this(), function_name] {
      const auto link = weak.lock();
      if (link == nullptr || link->has_failed() || std::exchange(link->has_logged_misuse_, true)) return;
      const Error failure = plugin_failure(link->scope_->object(), std::string("called ") + function_name +
                                                                       " on a thread of its own; post it to the loop");
      link->host_.log(LogLevel::error, {}, failure.message);
      link->fail(failure);
    });
  }

  void log_misuse(const std::string& what) {
    if (!std::exchange(has_logged_misuse_, true)) {
      host_.log(LogLevel::error, {}, plugin_failure(scope_->object(), what).message);
    }
  }

  PluginHost& host_;
  const std::shared_ptr<PluginScope> scope_;
  ConnectionObserver* observer_ = nullptr;  // null: not started, ended, or the host has destroyed the connection
  int calls_ = 0;                           // into the plugin, of those that must not call the observer
  int deliveries_ = 0;
  bool has_ended_ = false;
  bool has_logged_misuse_ = false;
  EventLoop::Timer failure_report_;  // set: the connection has failed
  std::unique_ptr<Connection> connection_;
};

GuardedConnection::GuardedConnection(std::shared_ptr<Link> link) : link_(std::move(link)) {}

GuardedConnection::GuardedConnection(PluginObject object, PluginHost& host, std::unique_ptr<Connection> connection)
    : GuardedConnection(std::make_shared<Link>(std::move(object), host)) {
  link_->set_connection(std::move(connection));
}

Result<std::unique_ptr<Connection>> GuardedConnection::make(PluginObject object, PluginHost& host, Make make) {
  const auto link = std::make_shared<Link>(std::move(object), host);
  const base::ExceptionScope::Entry entry(&link->scope());
  try {
    auto connection = make();
    if (!connection) return connection;
    if (*connection == nullptr) {
      return plugin_failure(link->scope().object(), "made neither a connection nor an error");
    }
    link->set_connection(*std::move(connection));
    return std::unique_ptr<Connection>(new GuardedConnection(link));
  } catch (...) {
    return failure_of_current_exception(link->scope().object());
  }
}

GuardedConnection::~GuardedConnection() {
  link_->set_observer(nullptr);
  if (link_->is_delivering()) link_->host().destroy_later(link_);
}

ArgumentCheck GuardedConnection::guard(ArgumentCheck check) const {
  if (!check) return {};
  return
      [weak = std::weak_ptr(link_), check = std::move(check)](const Json& definition, const Json& arguments) mutable {
        Result<void> checked;
        const auto link = weak.lock();
        if (link != nullptr) link->call([&](Connection&) { checked = check(definition, arguments); });
        return checked;
      };
}

void GuardedConnection::start(ConnectionObserver& observer) {
  link_->set_observer(&observer);
  link_->call([&](Connection& connection) { connection.start(*link_); });
}

void GuardedConnection::send(Message message) {
  link_->call([&](Connection& connection) { connection.send(std::move(message)); });
}

std::size_t GuardedConnection::backlog() const {
  std::size_t bytes = 0;
  link_->call([&](Connection& connection) { bytes = connection.backlog(); });
  return bytes;
}

void GuardedConnection::pause_reading(bool paused) {
  link_->call([&](Connection& connection) { connection.pause_reading(paused); });
}

std::string GuardedConnection::last_words() const {
  std::string words;
  link_->call([&](Connection& connection) { words = connection.last_words(); });
  return words;
}

std::optional<int> GuardedConnection::process_id() const {
  std::optional<int> id;
  link_->call([&](Connection& connection) { id = connection.process_id(); });
  return id;
}

void GuardedConnection::close() noexcept {
  link_->call([](Connection& connection) { connection.close(); });
}

}  // namespace workbench::registry
