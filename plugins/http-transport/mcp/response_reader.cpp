#include "mcp/response_reader.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http::transport {
namespace {

constexpr std::chrono::milliseconds kDefaultRetry{1'000};
constexpr std::chrono::milliseconds kMinRetry{100};

}  // namespace

ResponseReader::ResponseReader(ServerEndpoint& endpoint, MessageDelivery& delivery)
    : endpoint_(endpoint), delivery_(delivery), events_(endpoint.host().limits().message_bytes) {}

void ResponseReader::send(HttpRequest request) {
  status_ = 0;
  call_ = endpoint_.request(std::move(request), weak_from_this());
}

void ResponseReader::on_part(ResponsePart part) {
  if (is_over_) return;
  if (part.head) status_ = part.head->status;
  if (part.head && !handle_head(*part.head)) return;
  handle_body(std::move(part.body));
  if (!is_over_ && part.is_last) handle_complete();
}

void ResponseReader::on_failed(HttpFailure failure) {
  if (is_over_) return;
  const bool is_refusal = status_ != 0 && status_ / 100 != 2;
  if (is_refusal) return handle_complete();
  handle_failure(failure);
}

HeaderList ResponseReader::stream_headers() const {
  HeaderList headers{{"Accept", "text/event-stream"}};
  const HeaderList common = endpoint_.common_headers();
  headers.insert(headers.end(), common.begin(), common.end());
  endpoint_.append_session_headers(session_id_, headers);
  if (!events_.last_id().empty()) headers.emplace_back("Last-Event-ID", events_.last_id());
  return headers;
}

std::chrono::milliseconds ResponseReader::retry_delay() const {
  return std::max(events_.retry().value_or(kDefaultRetry), kMinRetry);
}

void ResponseReader::read_events(std::string_view bytes) {
  MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
    if (!is_over_) handle_event(std::move(event));
  };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
    if (!is_over_) handle_overlong(beginning);
  };
  events_.read(bytes, on_event, on_overlong);
}

void ResponseReader::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

}  // namespace workbench::http::transport
