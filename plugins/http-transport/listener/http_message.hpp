#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::http {

/// The headers of one HTTP message in their order. Names are compared without regard to case (RFC 9110, section 5.1).
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<std::pair<std::string, std::string>> headers) : headers_(headers) {}

  void add(std::string name, std::string value) { headers_.emplace_back(std::move(name), std::move(value)); }

  /// The value without blanks around it. Null: there is no such header, or more than one.
  [[nodiscard]] const std::string* find(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return count(name) > 0; }

  [[nodiscard]] auto begin() const { return headers_.begin(); }
  [[nodiscard]] auto end() const { return headers_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> headers_;
};

struct Request {
  std::string method;
  std::string target;  ///< path and query as received
  Headers headers;
  std::string body;
  std::string peer;  ///< the client's address, for the log

  [[nodiscard]] std::string_view path() const { return std::string_view(target).substr(0, target.find_first_of("?#")); }
};

/// A response whose body is complete.
struct Response {
  unsigned status = 200;
  Headers headers;
  std::string body;
};

/// A response with a sentence for a person.
[[nodiscard]] Response text_response(unsigned status, std::string text);

/// A response with one JSON-RPC message.
[[nodiscard]] Response json_response(unsigned status, std::string message);

/// 503 with Retry-After; ends the connection, so that the client may retry at another replica.
[[nodiscard]] Response unavailable_response(std::string text);

/// The unavailable_response() for requests that arrive while the workbench shuts down.
[[nodiscard]] Response shutting_down_response();

}  // namespace workbench::http
