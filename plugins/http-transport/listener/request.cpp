#include "listener/request.hpp"

#include <algorithm>

namespace workbench::http {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

bool same_name(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

const std::string* Fields::find(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [own_name, value] : fields_) {
    if (!same_name(own_name, name)) continue;
    if (found != nullptr) return nullptr;
    found = &value;
  }
  return found;
}

std::size_t Fields::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(fields_.begin(), fields_.end(), [&](const auto& field) { return same_name(field.first, name); }));
}

}  // namespace workbench::http
