#include "mcp/client_connection.hpp"

#include <utility>

#include "mcp/mirrored_headers.hpp"

namespace workbench::http {
namespace {

/// on_drained() is called when the backlog has fallen to this.
constexpr std::size_t kLowMark = 64 * 1024;

/// Compares the arguments of a call with the headers of its POST.
ArgumentCheck check_against(std::shared_ptr<const Headers> headers, const JsonAccess& json) {
  if (headers == nullptr) return {};
  return [headers = std::move(headers), &json](const Json& definition, const Json& arguments) {
    return check_parameter_headers(*headers, definition, arguments, json);
  };
}

}  // namespace

/// The host's end.
class ClientConnection::HostConnection final : public Connection {
 public:
  explicit HostConnection(std::shared_ptr<ClientConnection> client) : client_(std::move(client)) {}
  ~HostConnection() override {
    client_->observer_ = nullptr;
    client_->close();
  }

  void start(ConnectionObserver& observer) override { client_->observer_ = &observer; }
  void send(Message message) override {
    if (const auto sink = client_->sink_) sink->send(std::move(message));
  }
  [[nodiscard]] std::size_t backlog() const override {
    return client_->sink_ == nullptr ? 0 : client_->sink_->unsent();
  }
  // Each request over HTTP waits for its own response, and the number of requests has limits of its own.
  void pause_reading(bool) override {}
  void close() noexcept override { client_->close(); }

 private:
  const std::shared_ptr<ClientConnection> client_;
};

void ClientConnection::open(std::shared_ptr<MessageSink> sink, AcceptedClient client,
                            std::shared_ptr<const Headers> headers, CheckedMessage first_message) {
  const auto self = shared_from_this();
  sink_ = std::move(sink);
  client.connection = std::make_unique<HostConnection>(self);
  client.check_arguments = check_against(std::move(headers), context_->host.json());
  if (!context_->accept) return;  // destroys the connection, which closes the sink
  context_->accept(std::move(client));
  if (observer_ == nullptr || sink_ == nullptr) return;
  was_delivered_ = true;
  observer_->on_checked_message(std::move(first_message));
}

void ClientConnection::deliver(CheckedMessage message) {
  if (observer_ != nullptr && sink_ != nullptr) observer_->on_checked_message(std::move(message));
}

// Not at once: this may be inside send(), which has disconnected the client.
void ClientConnection::handle_drained() {
  if (sink_ == nullptr || sink_->unsent() > kLowMark || std::exchange(is_drained_, true)) return;
  context_->host.loop().post([self = shared_from_this()] {
    self->is_drained_ = false;
    if (self->observer_ != nullptr && self->sink_ != nullptr) self->observer_->on_drained();
  });
}

// "All calls never inside a call of the connection's own functions": send() and close() may end the connection.
void ClientConnection::end(Error reason) {
  if (std::exchange(sink_, nullptr) == nullptr) return;
  context_->host.loop().post([self = shared_from_this(), reason = std::move(reason)] {
    if (ConnectionObserver* observer = std::exchange(self->observer_, nullptr)) observer->on_closed(reason);
  });
}

void ClientConnection::close() {
  if (const auto sink = sink_) sink->close(was_delivered_);
}

}  // namespace workbench::http
