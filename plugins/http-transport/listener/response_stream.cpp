#include "listener/response_stream.hpp"

#include <utility>

namespace workbench::http {
namespace {

/// Keeps proxies from closing the stream.
constexpr const char* kKeepAliveComment = ":\n\n";

}  // namespace

std::string format_event(std::string_view data, std::string_view id) {
  std::string text;
  text.reserve(data.size() + id.size() + 32);
  if (!id.empty()) text.append("id: ").append(id).append("\n");
  if (!data.empty()) text.append("event: message\n");
  return text.append("data: ").append(data).append("\n\n");
}

void ResponseStream::start(std::function<void()> disconnected) {
  disconnected_ = std::move(disconnected);
  exchange_->on_disconnect([weak = weak_from_this()] {
    const auto stream = weak.lock();
    if (stream == nullptr || std::exchange(stream->is_over_, true)) return;
    stream->keep_alive_timer_.cancel();
    if (const auto callback = std::exchange(stream->disconnected_, nullptr)) callback();
  });
  start_keep_alive_timer();
}

void ResponseStream::start_keep_alive_timer() {
  keep_alive_timer_.expires_after(keep_alive_);
  keep_alive_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto stream = weak.lock();
    if (error || stream == nullptr || stream->is_over_) return;
    stream->begin();
    stream->exchange_->send(kKeepAliveComment, [] {});
    stream->start_keep_alive_timer();
  });
}

void ResponseStream::begin() {
  if (is_over_ || has_begun()) return;
  exchange_->begin_events(headers_);
  if (const auto begun = std::exchange(begun_, nullptr)) begun();
}

void ResponseStream::send(std::string event, std::function<void()> written) {
  if (is_over_) return written();
  begin();
  const std::size_t unread = exchange_->unsent();
  exchange_->send(std::move(event), std::move(written));
  if (unread <= host_.limits().message_bytes) return;
  host_.log(LogLevel::warning, "listener 'http'",
            "disconnecting a client that has not read " + std::to_string(unread) +
                " bytes of its events, more than limits.messageBytes");
  exchange_->abort();
}

void ResponseStream::finish() {
  begin();  // without a response the client would wait
  if (is_over_) return;
  end();
  exchange_->finish();
}

void ResponseStream::respond(Response response) {
  if (has_begun()) {
    const std::string* type = response.headers.find("Content-Type");
    if (type != nullptr && *type == "application/json") send(format_event(response.body, {}), [] {});
    return finish();
  }
  if (is_over_) return;
  end();
  for (const auto& [name, value] : headers_) response.headers.add(name, value);
  exchange_->respond(std::move(response));
}

void ResponseStream::end() {
  is_over_ = true;
  keep_alive_timer_.cancel();
  disconnected_ = nullptr;
}

}  // namespace workbench::http
