#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/checked_message.hpp>
#include <workbench/connection.hpp>
#include <workbench/json.hpp>

namespace workbench::http::transport {

/// Passes messages of the server, and the outcome of requests, to the observer of the connection. After the
/// connection has ended, everything is dropped. Each call may destroy the connection. [loop thread]
class MessageDelivery {
 public:
  /// Messages of more than `max_bytes` are refused.
  explicit MessageDelivery(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void start(ConnectionObserver& observer) { observer_ = &observer; }
  /// Nothing is delivered any more, and the observer is not called.
  void stop() { observer_ = nullptr; }
  /// The last call of the observer.
  void close(const Error& reason);

  void deliver(std::string message);
  void deliver(CheckedMessage message);
  /// The response to the request `id` is an error that is made here.
  void fail_request(const Json& id, std::string_view text);
  /// The server has certainly not carried out the request.
  void refuse_request(const Json& id, const Error& reason);
  /// A message cannot be delivered; `beginning`: how it begins.
  void report_undeliverable(const Error& what, std::string_view beginning);
  void report_overlong(std::string_view beginning);
  /// The backlog is small enough again.
  void report_drained();

 private:
  const std::size_t max_bytes_;
  ConnectionObserver* observer_ = nullptr;
};

}  // namespace workbench::http::transport
