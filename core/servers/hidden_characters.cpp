#include "servers/hidden_characters.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"

namespace workbench::servers {
namespace {

/// Bytes.
constexpr std::size_t kMaxSentBack = 1024;
constexpr std::size_t kMaxNamed = 5;

}  // namespace

json::VisibleJson with_visible_tool(const Json& definition) {
  json::VisibleJson visible = json::with_visible_strings(definition);
  if (visible.shown.empty()) return visible;
  if (!json::with_visible_strings(json::member(definition, "outputSchema")).shown.empty()) {
    visible.value = Json(
        "{" + json::members_without(visible.value, [](std::string_view key) { return key == "outputSchema"; }) + "}");
  }
  return visible;
}

std::string hidden_in(const std::map<std::string, std::string>& shown) {
  std::vector<std::string> named;
  for (const auto& [visible, text] : shown) {
    base::HiddenCharacters characters(text);
    for (auto hidden = characters.next(); hidden && named.size() < kMaxNamed; hidden = characters.next()) {
      std::string written;
      base::append_visible(written, *hidden);
      if (std::find(named.begin(), named.end(), written) == named.end()) named.push_back(std::move(written));
    }
  }
  return "has characters that cannot be seen, which are written out: " + base::listed(named);
}

std::map<std::string, std::string> sent_back(std::map<std::string, std::string> shown) {
  std::erase_if(shown, [](const auto& text) { return text.second.size() > kMaxSentBack; });
  return shown;
}

VisibleInstructions visible_instructions(std::string_view instructions, std::size_t max) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::string_view kept = base::up_to_character(instructions, 2 * max);
  const std::string visible = base::visible_text(kept);
  const std::size_t begin = std::min(visible.find_first_not_of(kBlank), visible.size());
  const std::size_t end = visible.find_last_not_of(kBlank) + 1;  // 0 for a blank text
  const bool is_blank = begin >= end;
  return {is_blank ? std::string() : base::shortened(std::string_view(visible).substr(begin, end - begin), max),
          visible != kept};
}

}  // namespace workbench::servers
