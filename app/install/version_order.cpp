#include "install/version_order.hpp"

#include <algorithm>
#include <vector>

namespace workbench::app {
namespace {

using Fields = std::vector<std::string_view>;

/// None of the empty text.
Fields fields_of(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('.'), text.size());
    fields.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields;
}

bool is_number(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Numbers may have any length.
std::strong_ordering order_of_numbers(std::string_view one, std::string_view other) {
  one.remove_prefix(std::min(one.find_first_not_of('0'), one.size()));
  other.remove_prefix(std::min(other.find_first_not_of('0'), other.size()));
  return one.size() != other.size() ? one.size() <=> other.size() : one <=> other;
}

/// Numbers come before text.
std::strong_ordering order_of_fields(std::string_view one, std::string_view other) {
  if (is_number(one) && is_number(other)) return order_of_numbers(one, other);
  if (is_number(one) != is_number(other)) return is_number(other) <=> is_number(one);
  return one <=> other;
}

/// The longer one is the later one, if the shorter one is its beginning.
std::strong_ordering order_of(const Fields& one, const Fields& other) {
  return std::lexicographical_compare_three_way(one.begin(), one.end(), other.begin(), other.end(), order_of_fields);
}

struct Version {
  Fields release;
  Fields prerelease;
};

Version version_in(std::string_view text) {
  text = text.substr(0, text.find('+'));
  const std::size_t dash = std::min(text.find('-'), text.size());
  return {fields_of(text.substr(0, dash)), fields_of(text.substr(std::min(dash + 1, text.size())))};
}

}  // namespace

std::strong_ordering order_of_versions(std::string_view one, std::string_view other) {
  const Version first = version_in(one);
  const Version second = version_in(other);
  if (const auto order = order_of(first.release, second.release); order != 0) return order;
  if (first.prerelease.empty() || second.prerelease.empty()) {
    return first.prerelease.empty() <=> second.prerelease.empty();
  }
  return order_of(first.prerelease, second.prerelease);
}

}  // namespace workbench::app
