#include "listener/exchange.hpp"

#include <utility>

#include "listener/wire_format.hpp"

namespace workbench::http {
namespace {

/// A body up to this size is written together with its head.
constexpr std::size_t kMaxJoinedBody = 64 * 1024;

}  // namespace

void SocketExchange::respond(Response response) {
  if (socket_ == nullptr || has_begun_) return;
  for (const auto& [name, value] : options_.headers) response.headers.add(name, value);
  if (response.headers.has("Connection")) socket_->close_after_response();
  const Framing framing = response.status == 204 ? Framing::no_body : Framing::length;
  std::string text = response_head(response, framing, socket_->keeps_alive());
  if (!options_.sends_body) response.body.clear();
  if (response.body.size() < kMaxJoinedBody) {
    text.append(response.body);
    response.body.clear();
  }
  socket_->write(std::move(text), [] {});
  if (socket_ != nullptr && !response.body.empty()) socket_->write(std::move(response.body), [] {});
  end();
}

void SocketExchange::begin_events(const Headers& headers) {
  if (socket_ == nullptr || std::exchange(has_begun_, true)) return;
  Response head{
      200, {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}}, {}};
  for (const auto& [name, value] : headers) head.headers.add(name, value);
  for (const auto& [name, value] : options_.headers) head.headers.add(name, value);
  if (!options_.may_chunk) socket_->close_after_response();
  const Framing framing = options_.may_chunk ? Framing::chunks : Framing::end_of_connection;
  socket_->write(response_head(head, framing, socket_->keeps_alive()), [] {});
}

void SocketExchange::send(std::string bytes, std::function<void()> written) {
  if (socket_ == nullptr) return written();
  socket_->write(options_.may_chunk ? chunk_of(bytes) : std::move(bytes), std::move(written));
}

void SocketExchange::finish() {
  if (socket_ == nullptr) return;
  if (has_begun_ && options_.may_chunk) socket_->write(kLastChunk, [] {});
  end();
}

void SocketExchange::abort() {
  if (const auto socket = socket_) socket->abort();
}

void SocketExchange::handle_disconnect() {
  socket_ = nullptr;
  if (const auto disconnected = std::exchange(disconnected_, nullptr)) disconnected();
}

void SocketExchange::end() {
  disconnected_ = nullptr;
  if (const auto socket = std::exchange(socket_, nullptr)) socket->end_exchange();
}

}  // namespace workbench::http
