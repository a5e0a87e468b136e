#pragma once

#include <initializer_list>
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
  /// Removes all headers of this name, and adds one.
  void replace(std::string_view name, std::string value);

  /// The value without blanks around it. Null: there is no such header, or more than one.
  [[nodiscard]] const std::string* find(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return count(name) > 0; }

  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const { return headers_; }
  [[nodiscard]] auto begin() const { return headers_.begin(); }
  [[nodiscard]] auto end() const { return headers_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> headers_;
};

}  // namespace workbench::http
