#include "protocol/content/valid_result.hpp"

#include <array>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "protocol/completion.hpp"
#include "protocol/content/content_block.hpp"
#include "protocol/content/member_rules.hpp"
#include "protocol/content/resource_contents.hpp"
#include "protocol/content/valid_items.hpp"
#include "protocol/tasks.hpp"

namespace workbench::protocol {
namespace {

using json::Change;

// --- a list that a result must have ----------------------------------------------------------------------------------

/// What a result says in other members than those that all results and this one have.
Json said_beside(const Json& result, std::string_view list) {
  constexpr std::array<std::string_view, 5> kOfAll{"_meta", "resultType", "ttlMs", "cacheScope", "description"};
  const std::string others =
      json::members_without(result, [&](std::string_view key) { return key == list || base::contains(kOfAll, key); });
  return others.empty() ? Json() : Json("{" + others + "}");
}

/// The result with `list` as an array of valid items. One item, in its place or in that of the result, is a list of
/// one. The first `list` counts, and is the only one, because clients read the last.
template <typename ValidItem>
Json with_valid_list(const Json& result, std::string_view list, ValidItem valid_item) {
  const std::array<std::string_view, 1> names{list};
  std::array<Json, 1> found;
  const bool is_repeated = json::pick_members(result, names, found).has_value();
  const Json& items = found.front();
  const auto with_list = [&](std::string_view text) {
    JsonWriter writer(result.text().size() + text.size());
    writer.object().key(list).raw(text);
    writer.raw_items(json::members_without(result, [&](std::string_view key) { return key == list; }));
    return std::move(writer.end()).json();
  };
  if (items.kind() == JsonKind::array) {
    CorrectionLimit limit(items);
    const Change changed =
        valid_items(items, limit, [&](const Json& item) -> Change { return valid_item(item, limit); });
    if (!changed && !is_repeated) return result;
    return with_list(changed ? std::string_view(*changed) : items.text());
  }
  const bool is_missing = items.is_absent() || items.kind() == JsonKind::null;
  const Json said = is_missing ? said_beside(result, list) : items;
  if (said.is_absent()) return with_list("[]");
  CorrectionLimit limit(said);
  const Json item = json::with_change(said, valid_item(said, limit));
  return with_list("[" + std::string(item.text()) + "]");
}

/// Without values that the schema does not allow beside the list.
Json with_valid_rest(const Json& result) {
  const Change changed = json::changed_members(result, [](std::string_view key, const Json& value) {
    if (key == "_meta") return only<JsonKind::object>(value);
    return key == "description" ? only<JsonKind::string>(value) : Change();
  });
  return json::with_change(result, changed);
}

// --- prompts/get -----------------------------------------------------------------------------------------------------

std::string message_with(std::string_view role, std::string_view block) {
  JsonWriter writer(block.size() + 48);
  writer.object().member("role", role).key("content").raw(block);
  return std::move(writer.end()).take();
}

/// There are but two roles; instructions of a "system" are what a user says.
std::string role_of(const Json& message) {
  const std::string role = base::ascii_lower(json::member_characters(message, "role"));
  return role == "assistant" || role == "model" ? "assistant" : "user";
}

/// What a message without content says in its other members.
Json said_in_message(const Json& message) {
  const std::string others =
      json::members_without(message, [](std::string_view key) { return key == "role" || key == "content"; });
  return Json("{" + others + "}");
}

/// A message for each of its blocks; if that is more than the limit allows, one with all of them as a text.
std::string messages_for_blocks(std::string_view role, const Json& blocks, CorrectionLimit& limit) {
  std::string messages;
  for (json::ElementReader element(blocks.text()); element.next();) {
    const Json one = blocks.part(element.value());
    const Json block = json::with_change(one, valid_block(one));
    if (block.is_absent()) continue;
    if (!limit.allows(block.text().size())) return message_with(role, text_block(blocks.text()));
    messages.append(messages.empty() ? "" : ",").append(message_with(role, block.text()));
  }
  return messages;
}

std::string messages_of(const Json& message, CorrectionLimit& limit) {
  const Json content = json::member(message, "content");
  const std::string role = role_of(message);
  if (content.kind() == JsonKind::array) return messages_for_blocks(role, content, limit);
  const bool is_missing = content.is_absent() || content.kind() == JsonKind::null;
  const Json said = is_missing ? said_in_message(message) : content;
  const Json block = json::with_change(said, valid_block(said));
  return message_with(role, block.text());
}

Change valid_message(const Json& message, CorrectionLimit& limit) {
  if (message.kind() == JsonKind::null) return left_out();
  if (message.kind() != JsonKind::object) return message_with("user", text_block(said_by(message)));
  const Json content = json::member(message, "content");
  const std::string role = json::member_characters(message, "role");
  const bool has_role = role == "user" || role == "assistant";
  if (!has_role || content.kind() != JsonKind::object) return messages_of(message, limit);
  const Change block = valid_block(content);
  return json::changed_members(message,
                               [&](std::string_view key, const Json&) { return key == "content" ? block : Change(); });
}

}  // namespace

Json valid_task(Json detailed_task, StructuredValues structure) {
  const Json result = result_in_task(detailed_task);
  if (result.is_absent()) return detailed_task;
  const Json valid = valid_tool_result(result, structure);
  return valid.text() == result.text() ? detailed_task : with_result_in_task(detailed_task, valid);
}

Result<Json> valid_result(Json result, const AnsweredRequest& request) {
  const std::string_view method = request.method;
  if (method == "tools/call" || method == "tasks/result") {
    return valid_tool_result(std::move(result), request.structure);
  }
  if (method == "tasks/get") return valid_task(std::move(result), request.structure);
  if (method == "prompts/get") return with_valid_rest(with_valid_list(result, "messages", valid_message));
  if (method == "resources/read") {
    const auto valid = [&](const Json& contents, CorrectionLimit&) { return valid_contents(contents, request.uri); };
    return with_valid_rest(with_valid_list(result, "contents", valid));
  }
  if (method == "completion/complete") return valid_completion(result);
  return result;
}

}  // namespace workbench::protocol
