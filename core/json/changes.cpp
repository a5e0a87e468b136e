#include "json/changes.hpp"

#include <utility>

namespace workbench::json {

void ChangedItems::add(const char* begin, std::string_view value, const Change& change) {
  const char* const end = value.data() + value.size();
  if (change && !is_changed_) {
    is_changed_ = true;
    text_ = container_.substr(0, unchanged_);
  }
  if (!is_changed_) {
    unchanged_ = static_cast<std::size_t>(end - container_.data());
    has_items_ = true;
    return;
  }
  if (change && change->empty()) return;
  if (std::exchange(has_items_, true)) text_ += ',';
  text_.append(begin, value.data()).append(change ? std::string_view(*change) : value);
}

Change ChangedItems::result() && {
  if (!is_changed_) return std::nullopt;
  text_ += container_.back();
  return std::move(text_);
}

}  // namespace workbench::json
