#include "listener/client_connection.hpp"

#include <boost/asio/post.hpp>
#include <utility>

#include "listener/parameter_header_check.hpp"

namespace workbench::http {
namespace {

/// on_drained is told when no more than this is unwritten.
constexpr std::size_t kLowMark = 64 * 1024;

std::string text_of(const Message& message) {
  std::string text;
  text.reserve(message.size());
  for (const Message::Piece piece : message.pieces()) text.append(piece.text());
  return text;
}

}  // namespace

/// The host's end. [loop thread]
class ClientLink::LinkedConnection final : public Connection {
 public:
  explicit LinkedConnection(std::shared_ptr<ClientLink> link) : link_(std::move(link)) {}
  ~LinkedConnection() override {
    link_->forget_observer();
    if (!link_->has_ended_) link_->close();
  }

  void start(ConnectionObserver& observer) override { link_->observer_ = &observer; }
  void send(Message message) override { link_->send(std::move(message)); }
  [[nodiscard]] std::size_t backlog() const override { return link_->backlog(); }
  // Requests over HTTP wait for their answers one by one, and how many there may be is limited otherwise.
  void pause_reading(bool) override {}
  [[nodiscard]] Result<void> agrees_with(const Json& definition, const Json& arguments) const override {
    if (link_->fields_ == nullptr) return {};
    return fields_agree(*link_->fields_, definition, arguments, link_->reception_->host.json());
  }
  void close() noexcept override { link_->close(); }

 private:
  std::shared_ptr<ClientLink> link_;
};

// --- from the client to the host -----------------------------------------------------------------------------------

void ClientLink::enter(std::shared_ptr<Outlet> outlet, Introduction who, std::string first_message) {
  outlet_ = std::move(outlet);
  fields_ = std::move(who.fields);
  reception_->host.loop().post(
      [link = shared_from_this(), who = std::move(who), message = std::move(first_message)]() mutable {
        auto connection = std::make_unique<LinkedConnection>(link);
        if (!link->reception_->accept) return;  // which closes the link
        Json capabilities = who.capabilities.empty() ? Json() : Json(std::move(who.capabilities));
        link->reception_->accept(
            AcceptedClient{std::move(connection), std::move(who.principal), who.is_modern, std::move(capabilities)});
        if (link->observer_ == nullptr) return;
        link->was_begun_ = true;
        link->observer_->on_message(std::move(message));
      });
}

void ClientLink::deliver(std::string message) {
  reception_->host.loop().post([link = shared_from_this(), message = std::move(message)]() mutable {
    if (link->observer_ != nullptr && !link->has_ended_) link->observer_->on_message(std::move(message));
  });
}

void ClientLink::end(Error reason) {
  if (outlet_ == nullptr) return;
  outlet_.reset();
  reception_->host.loop().post([link = shared_from_this(), reason = std::move(reason)] {
    if (std::exchange(link->has_ended_, true)) return;
    ConnectionObserver* observer = std::exchange(link->observer_, nullptr);
    if (observer != nullptr) observer->on_closed(reason);
  });
}

// --- from the host to the client -----------------------------------------------------------------------------------

void ClientLink::send(Message message) {
  if (has_ended_) return;
  Outgoing outgoing{text_of(message), std::move(message.related_request), message.is_response, message.error_code};
  backlog_ += outgoing.text.size();
  boost::asio::post(reception_->io, [link = shared_from_this(), outgoing = std::move(outgoing)]() mutable {
    const std::size_t bytes = outgoing.text.size();
    if (link->outlet_ == nullptr) return link->note_written(bytes);
    const auto outlet = link->outlet_;  // it may let go of itself
    outlet->take(std::move(outgoing), [link, bytes] { link->note_written(bytes); });
  });
}

void ClientLink::note_written(std::size_t bytes) {
  const std::size_t before = backlog_.fetch_sub(bytes);
  if (before <= kLowMark || before - bytes > kLowMark) return;
  reception_->host.loop().post([link = shared_from_this()] {
    if (link->observer_ != nullptr && !link->has_ended_) link->observer_->on_drained();
  });
}

void ClientLink::close() {
  boost::asio::post(reception_->io, [link = shared_from_this(), was_begun = was_begun_] {
    if (link->outlet_ == nullptr) return;
    const auto outlet = link->outlet_;
    outlet->close(was_begun);
  });
}

}  // namespace workbench::http
