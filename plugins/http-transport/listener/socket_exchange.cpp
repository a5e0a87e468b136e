#include "listener/socket_exchange.hpp"

#include <utility>

#include "listener/response_text.hpp"

namespace workbench::http {
namespace {

/// A body up to this size is sent together with its head.
constexpr std::size_t kInOnePiece = 64 * 1024;

}  // namespace

void SocketExchange::answer(Answer answer) {
  if (socket_ == nullptr || has_begun_) return;
  for (const auto& [name, value] : manner_.fields) answer.fields.add(name, value);
  if (answer.fields.has("Connection")) socket_->end_after_this();
  const Framing framing = answer.status == 204 ? Framing::no_body : Framing::length;
  std::string text = response_head(answer, framing, socket_->keeps_alive());
  if (!manner_.sends_bodies) answer.body.clear();
  if (answer.body.size() < kInOnePiece) {
    text.append(answer.body);
    answer.body.clear();
  }
  socket_->write(std::move(text), [] {});
  if (socket_ != nullptr && !answer.body.empty()) socket_->write(std::move(answer.body), [] {});
  leave();
}

void SocketExchange::begin_events(const Fields& fields) {
  if (socket_ == nullptr || std::exchange(has_begun_, true)) return;
  Answer head{
      200, {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}}, {}};
  for (const auto& [name, value] : fields) head.fields.add(name, value);
  for (const auto& [name, value] : manner_.fields) head.fields.add(name, value);
  if (!manner_.may_chunk) socket_->end_after_this();
  const Framing framing = manner_.may_chunk ? Framing::chunks : Framing::end_of_connection;
  socket_->write(response_head(head, framing, socket_->keeps_alive()), [] {});
}

void SocketExchange::send(std::string bytes, std::function<void()> written) {
  if (socket_ == nullptr) return written();
  socket_->write(manner_.may_chunk ? chunk_of(bytes) : std::move(bytes), std::move(written));
}

void SocketExchange::finish() {
  if (socket_ == nullptr) return;
  if (has_begun_ && manner_.may_chunk) socket_->write(kLastChunk, [] {});
  leave();
}

void SocketExchange::abort() {
  if (const auto socket = socket_) socket->cut_off();
}

void SocketExchange::tell_gone() {
  socket_ = nullptr;
  if (const auto gone = std::exchange(gone_, nullptr)) gone();
}

void SocketExchange::leave() {
  gone_ = nullptr;
  if (const auto socket = std::exchange(socket_, nullptr)) socket->end_exchange();
}

}  // namespace workbench::http
