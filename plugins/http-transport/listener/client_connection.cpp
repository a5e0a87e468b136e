#include "listener/client_connection.hpp"

#include <boost/asio/post.hpp>
#include <utility>

#include "listener/mirrored_headers.hpp"
#include "shared/json_text.hpp"

namespace workbench::http {
namespace {

/// on_drained is called when the backlog falls to this.
constexpr std::size_t kLowMark = 64 * 1024;

}  // namespace

/// Compares the arguments of a call with the headers of its POST.
ArgumentCheck check_against(std::shared_ptr<const Headers> headers, const JsonAccess& json) {
  if (headers == nullptr) return {};
  return [headers = std::move(headers), &json](const Json& definition, const Json& arguments) {
    return check_parameter_headers(*headers, definition, arguments, json);
  };
}

/// The host's end. [loop thread]
class ClientConnection::HostConnection final : public Connection {
 public:
  explicit HostConnection(std::shared_ptr<ClientConnection> client) : client_(std::move(client)) {}
  ~HostConnection() override {
    client_->observer_ = nullptr;
    if (!client_->has_ended_) client_->close();
  }

  void start(ConnectionObserver& observer) override { client_->observer_ = &observer; }
  void send(Message message) override { client_->send(std::move(message)); }
  [[nodiscard]] std::size_t backlog() const override { return client_->backlog(); }
  // Each request over HTTP waits for its own response, and the number of requests has limits of its own.
  void pause_reading(bool) override {}
  void close() noexcept override { client_->close(); }

 private:
  std::shared_ptr<ClientConnection> client_;
};

// --- from the client to the host -----------------------------------------------------------------------------------

void ClientConnection::open(std::shared_ptr<MessageSink> sink, ClientDescription client, std::string first_message) {
  sink_ = std::move(sink);
  context_->host.loop().post(
      [self = shared_from_this(), client = std::move(client), message = std::move(first_message)]() mutable {
        auto connection = std::make_unique<HostConnection>(self);
        if (!self->context_->accept) return;  // destroys the connection, which closes the sink
        Json capabilities = client.capabilities.empty() ? Json() : Json(std::move(client.capabilities));
        self->context_->accept(AcceptedClient{std::move(connection), std::move(client.principal), client.is_modern,
                                              std::move(capabilities),
                                              check_against(std::move(client.headers), self->context_->host.json())});
        if (self->observer_ == nullptr) return;
        self->was_delivered_ = true;
        self->observer_->on_message(std::move(message));
      });
}

void ClientConnection::deliver(std::string message) {
  context_->host.loop().post([self = shared_from_this(), message = std::move(message)]() mutable {
    if (self->observer_ != nullptr && !self->has_ended_) self->observer_->on_message(std::move(message));
  });
}

void ClientConnection::end(Error reason) {
  if (sink_ == nullptr) return;
  sink_.reset();
  context_->host.loop().post([self = shared_from_this(), reason = std::move(reason)] {
    if (std::exchange(self->has_ended_, true)) return;
    ConnectionObserver* observer = std::exchange(self->observer_, nullptr);
    if (observer != nullptr) observer->on_closed(reason);
  });
}

// --- from the host to the client -----------------------------------------------------------------------------------

void ClientConnection::send(Message message) {
  if (has_ended_) return;
  OutgoingMessage outgoing{join(message), std::move(message.related_request), message.is_response, message.error_code};
  backlog_ += outgoing.text.size();
  boost::asio::post(context_->io, [self = shared_from_this(), outgoing = std::move(outgoing)]() mutable {
    const std::size_t bytes = outgoing.text.size();
    if (self->sink_ == nullptr) return self->record_written(bytes);
    const auto sink = self->sink_;  // end() may be called meanwhile
    sink->send(std::move(outgoing), [self, bytes] { self->record_written(bytes); });
  });
}

void ClientConnection::record_written(std::size_t bytes) {
  const std::size_t before = backlog_.fetch_sub(bytes);
  if (before <= kLowMark || before - bytes > kLowMark) return;
  context_->host.loop().post([self = shared_from_this()] {
    if (self->observer_ != nullptr && !self->has_ended_) self->observer_->on_drained();
  });
}

void ClientConnection::close() {
  boost::asio::post(context_->io, [self = shared_from_this(), was_delivered = was_delivered_] {
    if (self->sink_ == nullptr) return;
    const auto sink = self->sink_;
    sink->close(was_delivered);
  });
}

}  // namespace workbench::http
