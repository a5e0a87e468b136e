#include "protocol/content/member_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace workbench::protocol {
namespace {

using json::Change;

/// "size?: number", in bytes.
Change valid_size(const Json& size) {
  const bool is_integer = size.kind() == JsonKind::number && size.text().find_first_of(".eE") == std::string_view::npos;
  return is_integer ? Change() : left_out();
}

/// "audience?: Role[]".
Change valid_audience(const Json& audience) {
  if (audience.kind() != JsonKind::array) return left_out();
  return json::changed_elements(audience, [](const Json& role) {
    const std::string name = json::characters(role);
    return name == "user" || name == "assistant" ? Change() : left_out();
  });
}

/// "A value of 1 means "most important" ..., while 0 means "least important"".
Change valid_priority(const Json& priority) {
  const std::string_view text = priority.text();
  double value = -1;
  if (priority.kind() == JsonKind::number) std::from_chars(text.data(), text.data() + text.size(), value);
  return value >= 0 && value <= 1 ? Change() : left_out();
}

/// How the value of a member is made valid.
struct MemberRule {
  std::string_view name;
  Change (*valid)(const Json& value);
};

template <std::size_t size>
Change with_rules(const Json& object, const std::array<MemberRule, size>& rules) {
  return json::changed_members(object, [&](std::string_view key, const Json& value) {
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const MemberRule& one) { return one.name == key; });
    return rule == rules.end() ? Change() : rule->valid(value);
  });
}

Change valid_annotations(const Json& annotations) {
  static constexpr std::array<MemberRule, 3> kRules{
      {{"audience", valid_audience}, {"priority", valid_priority}, {"lastModified", only<JsonKind::string>}}};
  return annotations.kind() == JsonKind::object ? with_rules(annotations, kRules) : left_out();
}

}  // namespace

std::string said_by(const Json& value) {
  if (value.kind() == JsonKind::string) return json::characters(value);
  return value.kind() == JsonKind::null ? std::string() : std::string(value.text());
}

Change with_valid_options(const Json& block) {
  static constexpr std::array<MemberRule, 7> kRules{{{"annotations", valid_annotations},
                                                     {"_meta", only<JsonKind::object>},
                                                     {"mimeType", only<JsonKind::string>},
                                                     {"title", only<JsonKind::string>},
                                                     {"description", only<JsonKind::string>},
                                                     {"icons", only<JsonKind::array>},
                                                     {"size", valid_size}}};
  return with_rules(block, kRules);
}

}  // namespace workbench::protocol
