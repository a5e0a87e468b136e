#include "mcp/message_delivery.hpp"

#include <utility>

#include "http-shared/json_text.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kBeginning = 4096;  // of a message that cannot be delivered
constexpr int kInternalError = -32603;

}  // namespace

void MessageDelivery::close(const Error& reason) {
  if (observer_ != nullptr) std::exchange(observer_, nullptr)->on_closed(reason);
}

void MessageDelivery::deliver(std::string message) {
  remove_line_breaks(message);
  if (observer_ != nullptr) observer_->on_message(std::move(message));
}

void MessageDelivery::deliver(CheckedMessage message) {
  if (observer_ != nullptr) observer_->on_checked_message(std::move(message));
}

void MessageDelivery::fail_request(const Json& id, std::string_view text) {
  if (observer_ != nullptr) observer_->on_message(error_response(id.text(), kInternalError, text));
}

void MessageDelivery::refuse_request(const Json& id, const Error& reason) {
  if (observer_ != nullptr) observer_->on_request_failed(id, reason);
}

void MessageDelivery::report_undeliverable(const Error& what, std::string_view beginning) {
  if (observer_ != nullptr) observer_->on_undeliverable(what, beginning.substr(0, kBeginning));
}

void MessageDelivery::report_overlong(std::string_view beginning) {
  report_undeliverable({ErrorKind::protocol, "a message from the server is longer than " + std::to_string(max_bytes_) +
                                                 " bytes (limits.messageBytes)"},
                       beginning);
}

void MessageDelivery::report_drained() {
  if (observer_ != nullptr) observer_->on_drained();
}

}  // namespace workbench::http::transport
