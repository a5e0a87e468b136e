#include "jsonrpc/id.hpp"

#include <charconv>
#include <system_error>

#include "json/raw_string.hpp"

namespace workbench::jsonrpc {

Id Id::from(const Json& value) {
  Id id;
  const JsonKind kind = value.kind();
  if (kind != JsonKind::string && kind != JsonKind::number) return id;
  id.raw_ = value.text();
  if (const json::RawString spelling = json::raw_string_of(id.raw_); spelling.escaped) {
    // With quotes around it, like any other string's, so that "1" and 1 stay two ids.
    id.unescaped_ = std::make_shared<const std::string>('"' + spelling.decoded_for_comparison() + '"');
  }
  return id;
}

std::uint64_t Id::own_number() const noexcept {
  std::uint64_t number = 0;
  const char* const end = raw_.data() + raw_.size();
  const auto [stop, error] = std::from_chars(raw_.data(), end, number);
  return error == std::errc() && stop == end ? number : 0;
}

}  // namespace workbench::jsonrpc
