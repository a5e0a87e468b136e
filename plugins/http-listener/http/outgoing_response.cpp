#include "http/outgoing_response.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <charconv>
#include <utility>

#include "http-shared/sse.hpp"

namespace workbench::http {
namespace {

namespace beast_http = boost::beast::http;

constexpr std::string_view kKeepAliveComment = ":\n\n";
constexpr std::string_view kLastChunk = "0\r\n\r\n";

bool has_json(const Response& response) {
  const std::string* type = response.headers.find("Content-Type");
  return type != nullptr && *type == "application/json";
}

/// One chunk of a chunked body (RFC 9112, section 7.1). Not for an empty one, which would be the last.
Message chunk_of(Message bytes) {
  std::array<char, 16> size{};
  const auto end = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16).ptr;
  Message chunk(std::string(size.data(), end).append("\r\n"));
  return std::move(chunk.append(std::move(bytes)).append("\r\n"));
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
}

/// A value may come from a plugin or a client: a line end in it must not begin another header, or the body.
void append_header(std::string& text, std::string_view name, std::string_view value) {
  const std::size_t begin = text.size();
  text.append(name).append(": ").append(value);
  std::replace_if(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), is_control, ' ');
  text.append("\r\n");
}

}  // namespace

void OutgoingResponse::begin() {
  if (is_over() || !accepted_.events || std::exchange(has_begun_, true)) return;
  Headers headers{{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}};
  for (const auto& [name, value] : stream_headers_) headers.add(name, value);
  if (!options_.may_chunk) target_->close_after_response();
  target_->write(head(200, headers, options_.may_chunk ? Framing::chunks : Framing::end_of_connection, 0));
  if (auto begun = std::exchange(begun_, nullptr)) begun();
}

void OutgoingResponse::send(Message events) {
  if (is_over()) return;
  begin();
  if (is_over() || !has_begun_) return;
  const std::size_t unread = target_->unsent();
  bytes_ += events.size();
  target_->write(options_.may_chunk ? chunk_of(std::move(events)) : std::move(events));
  if (target_->is_beyond_memory(unread != 0)) return target_->abort_response(kBeyondMemory);
  if (unread <= options_.max_unread) return;
  target_->abort_response("disconnecting a client that has not read " + std::to_string(unread) +
                          " bytes of its events, more than limits.messageBytes");
}

void OutgoingResponse::finish() {
  begin();  // without a response the client would wait
  if (is_over()) return;
  if (!has_begun_) return respond({202, {}, {}});
  if (options_.may_chunk) target_->write(Message(std::string(kLastChunk)));
  end();
}

void OutgoingResponse::respond(Response response) {
  if (is_over()) return;
  if (!accepted_.json && response.status == 200 && has_json(response)) begin();
  if (has_begun_) {
    if (has_json(response)) send(format_event(std::move(response.body), {}));
    return finish();
  }
  if (response.headers.has("Connection")) target_->close_after_response();
  const bool has_no_body = response.status == 204 || response.status == 304;
  const Framing framing = has_no_body ? Framing::no_body : Framing::length;
  Message text = head(response.status, response.headers, framing, response.body.size());
  if (options_.sends_body) {
    bytes_ = response.body.size();
    text.append(std::move(response.body));
  }
  target_->write(std::move(text));
  end();
}

void OutgoingResponse::keep_alive() {
  send(Message(std::string(kKeepAliveComment)));
}

Message OutgoingResponse::head(unsigned status, const Headers& headers, Framing framing, std::size_t length) {
  status_ = status;
  std::string text = "HTTP/1.1 ";
  text.reserve(256);
  text.append(std::to_string(status)).append(" ");
  text.append(std::string_view(beast_http::obsolete_reason(beast_http::int_to_status(status)))).append("\r\n");
  for (const auto& [name, value] : headers) append_header(text, name, value);
  for (const auto& [name, value] : options_.headers) append_header(text, name, value);
  if (framing == Framing::length) text.append("Content-Length: ").append(std::to_string(length)).append("\r\n");
  if (framing == Framing::chunks) text.append("Transfer-Encoding: chunked\r\n");
  if (!target_->keeps_alive() && !headers.has("Connection")) text.append("Connection: close\r\n");
  return Message(std::move(text.append("\r\n")));
}

void OutgoingResponse::end() {
  is_over_ = true;
  disconnected_ = nullptr;
  access_ended_ = nullptr;
  begun_ = nullptr;
  ResponseTarget* const target = target_;
  if (target->unsent() == 0) target_ = nullptr;
  target->end_response();
}

void OutgoingResponse::handle_end_of_access(const char* reason) {
  if (auto ended = std::exchange(access_ended_, nullptr)) ended(reason);
}

void OutgoingResponse::handle_disconnect() {
  if (std::exchange(target_, nullptr) == nullptr) return;
  is_over_ = true;
  access_ended_ = nullptr;
  begun_ = nullptr;
  if (auto disconnected = std::exchange(disconnected_, nullptr)) disconnected();
  if (auto drained = std::exchange(drained_, nullptr)) drained();
}

void OutgoingResponse::handle_drained() {
  if (is_over_) target_ = nullptr;
  auto drained = std::exchange(drained_, nullptr);  // which may end the response
  if (!drained) return;
  drained();
  if (!is_over_ && !drained_) drained_ = std::move(drained);
}

}  // namespace workbench::http
