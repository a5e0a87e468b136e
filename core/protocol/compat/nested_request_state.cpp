#include "protocol/compat/nested_request_state.hpp"

#include <string>
#include <string_view>

#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

/// What the states of all workbenches begin with, and marks too.
constexpr std::string_view kFamily = "mcp-workbench.";
constexpr std::string_view kMark = "mcp-workbench.passed.";

}  // namespace

Json with_state_marked(const Json& result) {
  const Json state = json::member(result, "requestState");
  if (state.kind() != JsonKind::string) return result;
  const std::string characters = json::characters(state);
  if (!characters.starts_with(kFamily)) return result;
  const std::string_view whole = result.text();
  const auto begin = static_cast<std::size_t>(state.text().data() - whole.data());
  std::string text(whole.substr(0, begin));
  json::append_quoted(text, std::string(kMark) + characters);
  return Json(text.append(whole.substr(begin + state.text().size())));
}

Json without_mark(const Json& state) {
  if (state.kind() != JsonKind::string) return state;
  const std::string characters = json::characters(state);
  if (!characters.starts_with(kMark)) return state;
  return Json(json::quoted(std::string_view(characters).substr(kMark.size())));
}

}  // namespace workbench::protocol
