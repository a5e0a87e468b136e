#include "http-shared/headers.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace workbench::http {

using boost::beast::iequals;

const std::string* Headers::find(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [own_name, value] : headers_) {
    if (!iequals(own_name, name)) continue;
    if (found != nullptr) return nullptr;
    found = &value;
  }
  return found;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers_.begin(), headers_.end(), [&](const auto& header) { return iequals(header.first, name); }));
}

void Headers::replace(std::string_view name, std::string value) {
  std::erase_if(headers_, [&](const auto& header) { return iequals(header.first, name); });
  add(std::string(name), std::move(value));
}

}  // namespace workbench::http
