#include "protocol/content/judged_keywords.hpp"

#include <array>
#include <string>
#include <utility>

namespace workbench::protocol {
namespace {

using KeywordPlace = std::pair<std::string_view, std::string_view JudgedKeywords::*>;

constexpr std::array kKeywordPlaces = std::to_array<KeywordPlace>({
    {"$schema", &JudgedKeywords::dialect},
    {"$id", &JudgedKeywords::identifier},
    {"id", &JudgedKeywords::old_identifier},
    {"$ref", &JudgedKeywords::reference},
    {"type", &JudgedKeywords::type},
    {"nullable", &JudgedKeywords::nullable},
    {"const", &JudgedKeywords::constant},
    {"enum", &JudgedKeywords::choices},
    {"allOf", &JudgedKeywords::all_of},
    {"anyOf", &JudgedKeywords::any_of},
    {"oneOf", &JudgedKeywords::one_of},
    {"minLength", &JudgedKeywords::min_length},
    {"maxLength", &JudgedKeywords::max_length},
    {"minItems", &JudgedKeywords::min_items},
    {"maxItems", &JudgedKeywords::max_items},
    {"minimum", &JudgedKeywords::minimum},
    {"maximum", &JudgedKeywords::maximum},
    {"exclusiveMinimum", &JudgedKeywords::exclusive_minimum},
    {"exclusiveMaximum", &JudgedKeywords::exclusive_maximum},
    {"required", &JudgedKeywords::required},
    {"properties", &JudgedKeywords::properties},
    {"patternProperties", &JudgedKeywords::pattern_properties},
    {"additionalProperties", &JudgedKeywords::additional_properties},
    {"items", &JudgedKeywords::items},
    {"prefixItems", &JudgedKeywords::prefix_items},
});

}  // namespace

void JudgedKeywords::add(const json::RawString& key, std::string_view value) {
  if (key.escaped) {
    const std::string decoded = key.decoded();
    return add({decoded, false}, value);
  }
  for (const auto& [name, place] : kKeywordPlaces) {
    if (!key.equals(name)) continue;
    this->*place = value;
    return;
  }
}

JudgedPart judged_part(std::string_view dialect) {
  if (dialect.empty()) return JudgedPart::references_and_others;
  const std::string uri = json::raw_string_of(dialect).decoded();
  const auto is_of = [&](std::string_view version) { return uri.find(version) != std::string::npos; };
  if (is_of("/draft/2020-12/") || is_of("/draft/2019-09/")) return JudgedPart::references_and_others;
  return is_of("/draft-07/") || is_of("/draft-06/") ? JudgedPart::references_alone : JudgedPart::nothing;
}

}  // namespace workbench::protocol
