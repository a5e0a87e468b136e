#include "protocol/content/tool_result.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/contains.hpp"
#include "json/empty_containers.hpp"
#include "json/lookup.hpp"
#include "json/skip.hpp"
#include "protocol/content/content_block.hpp"
#include "protocol/content/member_rules.hpp"
#include "protocol/content/valid_items.hpp"

namespace workbench::protocol {
namespace {

using json::Change;

// --- the form that nearly all results have ---------------------------------------------------------------------------

bool consume(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// From the quote that ends the text.
bool ends_plain_result(std::string_view rest) {
  if (rest == R"("}]})") return true;
  if (!consume(rest, R"("}])")) return false;
  if (consume(rest, R"(,"structuredContent":)")) {
    if (!rest.starts_with('{')) return false;
    rest.remove_prefix(
        static_cast<std::size_t>(json::skip_value(rest.data(), rest.data() + rest.size()) - rest.data()));
  }
  if (!consume(rest, R"(,"isError":false)")) consume(rest, R"(,"isError":true)");
  consume(rest, R"(,"resultType":"complete")");
  return rest == "}";
}

/// What follows the beginning of the text of the only block; empty: it is not such a result.
std::string_view behind_plain_head(std::string_view result) {
  constexpr std::string_view kHead = R"({"content":[{"type":"text","text":")";
  if (result.starts_with(kHead)) return result.substr(kHead.size());
  constexpr std::string_view kModernHead = R"({"resultType":"complete","content":[{"type":"text","text":")";
  return result.starts_with(kModernHead) ? result.substr(kModernHead.size()) : std::string_view();
}

// --- all others ------------------------------------------------------------------------------------------------------

struct ToolResultMembers {
  Json content;
  Json structured;
  Json wrapped;
  bool has_repeated = false;
};

ToolResultMembers read_members(const Json& result) {
  constexpr std::array<std::string_view, 3> kNames{"content", "structuredContent", "toolResult"};
  std::array<Json, 3> found;
  const bool has_repeated = json::pick_members(result, kNames, found).has_value();
  return {found[0], found[1], found[2], has_repeated};
}

bool is_there(const Json& value) {
  return !value.is_absent() && value.kind() != JsonKind::null;
}

/// What the result says in members that a CallToolResult does not have.
Json said_otherwise_in(const Json& result) {
  constexpr std::array<std::string_view, 5> kKnown{"content", "structuredContent", "isError", "_meta", "resultType"};
  const std::string others =
      json::members_without(result, [&](std::string_view key) { return base::contains(kKnown, key); });
  return others.empty() ? Json() : Json("{" + others + "}");
}

/// The array with what is said in the place of an array: one block, or none.
std::string content_of(const Json& said) {
  if (!is_there(said)) return "[]";
  const Json block = json::with_change(said, valid_block(said));
  return "[" + std::string(block.text()) + "]";
}

Change valid_content(const Json& result, const ToolResultMembers& members) {
  const bool is_array = members.content.kind() == JsonKind::array;
  Change content = is_array ? valid_items(members.content, valid_block) : Change();
  const Json blocks = json::with_change(members.content, content);
  if (is_array && (!json::is_empty_array(blocks.text()) || !is_there(members.structured))) return content;
  if (!is_array && is_there(members.content)) return content_of(members.content);
  if (is_there(members.structured)) return "[" + text_block(members.structured.text()) + "]";
  return content_of(is_there(members.wrapped) ? members.wrapped : said_otherwise_in(result));
}

bool says_error(const Json& is_error) {
  return is_error.text() == "true" || is_error.text() == "1" || json::characters(is_error) == "true";
}

Change valid_is_error(const Json& is_error) {
  if (is_error.kind() == JsonKind::boolean) return std::nullopt;
  return says_error(is_error) ? Change("true") : left_out();
}

/// Every `content` of it is left out.
Json with_content(const Json& result, std::string_view content) {
  JsonWriter writer(result.text().size() + content.size());
  writer.object().key("content").raw(content);
  writer.raw_items(json::members_without(result, [](std::string_view key) { return key == "content"; }));
  return std::move(writer.end()).json();
}

Change valid_structured_content(const Json& content, StructuredValues allowed) {
  if (allowed == StructuredValues::any || content.kind() == JsonKind::object) return std::nullopt;
  if (content.kind() == JsonKind::null) return left_out();
  if (allowed == StructuredValues::any_but_null) return std::nullopt;
  JsonWriter writer(content.text().size() + 16);
  writer.object().member("result", content).end();
  return std::move(writer).take();
}

Json with_valid_rest_of(const Json& result, StructuredValues structure) {
  const Change changed = json::changed_members(result, [&](std::string_view key, const Json& value) {
    if (key == "structuredContent") return valid_structured_content(value, structure);
    if (key == "isError") return valid_is_error(value);
    return key == "_meta" ? only<JsonKind::object>(value) : Change();
  });
  return json::with_change(result, changed);
}

// --- a result around another one -------------------------------------------------------------------------------------

/// One result with what both say. The content is that of the inner one, and an error is one whichever of them says so;
/// of everything else that both have, the outer one's counts.
Json unwrapped(const Json& outer, const Json& inner, const Json& content) {
  constexpr std::array<std::string_view, 4> kNames{"structuredContent", "isError", "_meta", "resultType"};
  std::array<Json, 4> of_outer;
  std::array<Json, 4> of_inner;
  json::pick_members(outer, kNames, of_outer);
  json::pick_members(inner, kNames, of_inner);
  JsonWriter writer(outer.text().size());
  writer.object().member("content", content);
  for (std::size_t index = 0; index != kNames.size(); ++index) {
    const bool is_inner_error = kNames[index] == "isError" && says_error(of_inner[index]);
    const bool is_outer = is_there(of_outer[index]) && !is_inner_error;
    writer.optional_member(kNames[index], is_outer ? of_outer[index] : of_inner[index]);
  }
  const auto is_written = [&](std::string_view key) {
    return key == "content" || key == "toolResult" || base::contains(kNames, key);
  };
  writer.raw_items(json::members_without(inner, is_written));  // before the others, because clients take the last one
  return std::move(writer.raw_items(json::members_without(outer, is_written)).end()).json();
}

}  // namespace

// It is a part of every call: most texts are searched for one quote.
bool is_plain_tool_result(const Json& result) {
  const std::string_view text = behind_plain_head(result.text());
  const std::size_t quote = text.find('"');
  if (quote == std::string_view::npos) return false;
  if (quote == 0 || text[quote - 1] != '\\') return ends_plain_result(text.substr(quote));
  bool has_escapes = false;
  const char* const behind = json::skip_string(text.data() - 1, text.data() + text.size(), has_escapes);
  return ends_plain_result(text.substr(static_cast<std::size_t>(behind - text.data()) - 1));
}

Json valid_tool_result(Json result, StructuredValues structure) {
  if (is_plain_tool_result(result)) return result;
  const ToolResultMembers members = read_members(result);
  const Json inner_content = json::member(members.wrapped, "content");
  if (!is_there(members.content) && inner_content.kind() == JsonKind::array) {
    return valid_tool_result(unwrapped(result, members.wrapped, inner_content), structure);
  }
  const Change content = valid_content(result, members);
  if (!content && !members.has_repeated) return with_valid_rest_of(result, structure);
  return with_valid_rest_of(with_content(result, content ? *content : members.content.text()), structure);
}

}  // namespace workbench::protocol
