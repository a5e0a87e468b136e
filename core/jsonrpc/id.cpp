#include "jsonrpc/id.hpp"

namespace workbench::jsonrpc {

std::uint64_t Id::own_number_in_other_form() const {
  constexpr double kMaxExact = 9007199254740992;  // 2^53: no two integers up to it are the same double
  const bool is_text = !raw_.empty() && raw_.front() == '"';
  const std::string text = is_text ? json::raw_string_of(raw_).decoded() : raw_;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_number = error == std::errc() && stop == end && value >= 1 && value <= kMaxExact;
  return is_number && std::trunc(value) == value ? static_cast<std::uint64_t>(value) : 0;
}

}  // namespace workbench::jsonrpc
