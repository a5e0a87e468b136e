#include "registry/guarded_connection.hpp"

#include <utility>

namespace workbench::registry {

GuardedConnection::GuardedConnection(PluginObject object, EventLoop& loop, std::unique_ptr<Connection> connection)
    : object_(std::move(object)), loop_(loop), connection_(std::move(connection)) {}

void GuardedConnection::start(ConnectionObserver& observer) {
  observer_ = &observer;
  try {
    connection_->start(*this);
  } catch (...) {
    fail(failure_of_current_exception(object_));
  }
}

void GuardedConnection::send(Message message) {
  if (failure_to_tell_) return;
  try {
    connection_->send(std::move(message));
  } catch (...) {
    fail(failure_of_current_exception(object_));
  }
}

std::size_t GuardedConnection::backlog() const {
  if (failure_to_tell_) return 0;
  try {
    return connection_->backlog();
  } catch (...) {
    fail(failure_of_current_exception(object_));
    return 0;
  }
}

void GuardedConnection::pause_reading(bool paused) {
  if (failure_to_tell_) return;
  try {
    connection_->pause_reading(paused);
  } catch (...) {
    fail(failure_of_current_exception(object_));
  }
}

Result<void> GuardedConnection::agrees_with(const Json& definition, const Json& arguments) const {
  if (failure_to_tell_) return {};
  try {
    return connection_->agrees_with(definition, arguments);
  } catch (...) {
    Error failure = failure_of_current_exception(object_);
    fail(failure);
    return failure;
  }
}

std::string GuardedConnection::last_words() const {
  if (failure_to_tell_) return {};
  try {
    return connection_->last_words();
  } catch (...) {
    fail(failure_of_current_exception(object_));
    return {};
  }
}

void GuardedConnection::close() noexcept {
  if (!failure_to_tell_) connection_->close();
}

// Not told here but from the loop: an observer never hears of the end inside start() or send(). And the plugin's object
// stays until then, because this may be a call from inside one of its own.
void GuardedConnection::fail(const Error& failure) const {
  if (has_ended_ || failure_to_tell_) return;
  failure_to_tell_ =
      loop_.after(std::chrono::milliseconds(0), [observer = observer_, failure] { observer->on_closed(failure); });
}

void GuardedConnection::on_message(std::string message) {
  if (!failure_to_tell_) observer_->on_message(std::move(message));
}

void GuardedConnection::on_undeliverable(const Error& what, std::string_view beginning) {
  if (!failure_to_tell_) observer_->on_undeliverable(what, beginning);
}

void GuardedConnection::on_end_of_input() {
  if (!failure_to_tell_) observer_->on_end_of_input();
}

void GuardedConnection::on_drained() {
  if (!failure_to_tell_) observer_->on_drained();
}

void GuardedConnection::on_closed(const Error& reason) {
  if (failure_to_tell_) return;
  has_ended_ = true;
  observer_->on_closed(reason);  // the last line: it may destroy this
}

}  // namespace workbench::registry
