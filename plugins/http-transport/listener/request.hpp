#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::http {

/// The header fields of one HTTP message, in their order. Names are compared without regard to case (RFC 9110, 5.1).
class Fields {
 public:
  Fields() = default;
  Fields(std::initializer_list<std::pair<std::string, std::string>> fields) : fields_(fields) {}

  void add(std::string name, std::string value) { fields_.emplace_back(std::move(name), std::move(value)); }

  /// The value without blanks around it; null: there is no such field, or it comes more than once.
  [[nodiscard]] const std::string* find(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return count(name) > 0; }

  [[nodiscard]] auto begin() const { return fields_.begin(); }
  [[nodiscard]] auto end() const { return fields_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

/// Whether two names of fields, or of hosts, are the same but for the case of letters.
[[nodiscard]] bool same_name(std::string_view one, std::string_view other);

/// One HTTP request.
struct Request {
  std::string method;
  std::string target;  ///< path and query as they came
  Fields fields;
  std::string body;
  std::string peer;  ///< the address of the one who sent it, for the log

  [[nodiscard]] std::string_view path() const { return std::string_view(target).substr(0, target.find_first_of("?#")); }
};

/// One whole HTTP answer.
struct Answer {
  unsigned status = 200;
  Fields fields;
  std::string body;
};

}  // namespace workbench::http
