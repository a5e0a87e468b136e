#include "protocol/compat/results.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/changes.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/cache_hint.hpp"
#include "protocol/compat/cache_hints.hpp"
#include "protocol/content/content_block.hpp"
#include "protocol/implementation.hpp"

namespace workbench::protocol {
namespace {

constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";
constexpr std::string_view kResultTypeMember = "resultType";
constexpr std::string_view kComplete = "complete";

bool is_modern_only(std::string_view key) {
  return key == "resultType" || key == "ttlMs" || key == "cacheScope";
}

Json without_server_info(const Json& meta) {
  JsonWriter writer;
  writer.object().raw_items(json::members_without(meta, [](std::string_view key) { return key == kServerInfo; })).end();
  return std::move(writer).json();
}

bool is_object_content(const Json& content) {
  return content.is_absent() || content.kind() == JsonKind::object;
}

void write_object_content(JsonWriter& writer, const Json& content) {
  writer.key("structuredContent").object().member("result", content).end();
}

/// The member of `_meta` with our Implementation.
const std::string& server_info() {
  static const std::string member = [] {
    JsonWriter writer;
    writer.key(kServerInfo);
    write_implementation(writer, true);
    return std::move(writer).take();
  }();
  return member;
}

/// The members of a result that its client reads by the protocol, and would refuse.
struct WrongMembers {
  bool meta = false;
  bool ttl = false;
  bool scope = false;

  [[nodiscard]] bool has_any() const { return meta || ttl || scope; }
};

/// The result without its wrong members; with the time that a wrong `ttlMs` means, if it may have one.
Json made_valid(const Json& result, const WrongMembers& wrong, const Json& ttl, bool has_hints) {
  JsonWriter writer(result.text().size());
  writer.object();
  if (wrong.ttl && has_hints) writer.member("ttlMs", meaning_of_ttl(ttl).count());
  writer.raw_items(json::members_without(result, [&](std::string_view key) {
    return (wrong.meta && key == "_meta") || (wrong.ttl && key == "ttlMs") || (wrong.scope && key == "cacheScope");
  }));
  return std::move(writer.end()).json();
}

/// Whether there is nothing between the braces of an object.
bool is_empty(const Json& object) {
  const std::string_view text = object.text();
  return text.find_first_not_of(" \t\r\n", 1) == text.size() - 1;
}

/// The text in the place of a block whose type the client's revision does not have.
json::Change block_for(const Json& block, Revision revision) {
  const std::string type = json::member_characters(block, "type");
  std::string text;
  if (type == "audio" && !has_audio(revision)) {
    text = "[audio of type " + json::member_characters(block, "mimeType");
  } else if (type == "resource_link" && !has_resource_links(revision)) {
    text = "[link to the resource " + json::member_characters(block, "uri");
  } else {
    return std::nullopt;
  }
  text.append(", which clients of ").append(name_of(revision)).append(" cannot be given]");
  return text_block(text);
}

/// The object with another value of one member, if it has it, as `change_of(value)` has it.
template <typename ChangeOf>
json::Change with_member(const Json& object, std::string_view name, ChangeOf change_of) {
  return json::changed_members(
      object, [&](std::string_view key, const Json& value) { return key == name ? change_of(value) : json::Change(); });
}

}  // namespace

Json for_legacy_client(const Json& result) {
  constexpr std::array<std::string_view, 5> kNames{"resultType", "ttlMs", "cacheScope", "structuredContent", "_meta"};
  std::array<Json, 5> found;
  json::pick_members(result, kNames, found);
  const auto& [type, ttl, scope, content, meta] = found;
  const bool meta_stays = json::member(meta, kServerInfo).is_absent();
  const bool content_stays = is_object_content(content);
  if (meta_stays && content_stays && type.is_absent() && ttl.is_absent() && scope.is_absent()) return result;
  const Json other_meta = meta_stays ? Json() : without_server_info(meta);
  JsonWriter writer(result.text().size());
  writer.object().raw_items(json::members_without(result, [&](std::string_view key) {
    return is_modern_only(key) || (!meta_stays && key == "_meta") || (!content_stays && key == "structuredContent");
  }));
  if (!content_stays) write_object_content(writer, content);
  if (!meta_stays && other_meta.text() != "{}") writer.member("_meta", other_meta);
  writer.end();
  return std::move(writer).json();
}

Json for_modern_client(const Json& result) {
  const Json type = json::member(result, kResultTypeMember);
  if (type.is_absent() || json::characters(type) == kComplete) return result;
  JsonWriter writer(result.text().size());
  writer.object().raw_items(
      json::members_without(result, [](std::string_view key) { return key == kResultTypeMember; }));
  return std::move(writer.end()).json();
}

Json complete_for_modern_client(const Json& result) {
  const Json shown = for_modern_client(result);
  if (!json::member(shown, kResultTypeMember).is_absent()) return shown;
  JsonWriter writer(shown.text().size() + 32);
  writer.object().member(kResultTypeMember, kComplete);
  writer.raw_items(json::members_without(shown, [](std::string_view) { return false; }));
  return std::move(writer.end()).json();
}

Json with_object_content(const Json& result) {
  const json::Change changed = with_member(result, "structuredContent", [](const Json& content) {
    if (is_object_content(content)) return json::Change();
    JsonWriter object;
    object.object().member("result", content).end();
    return json::Change(std::move(object).take());
  });
  return json::with_change(result, changed);
}

Json for_principal(std::string_view method, const Json& result) {
  if (!is_cacheable(method)) return result;
  const json::Change changed = with_member(result, "cacheScope", [](const Json& scope) {
    return json::characters(scope) == "public" ? json::Change("\"private\"") : json::Change();
  });
  return json::with_change(result, changed);
}

bool may_need_older_form(Revision revision) {
  return !has_audio(revision) || !has_resource_links(revision);
}

Json for_older_revision(const Json& result, Revision revision) {
  const auto block = [&](const Json& one) { return block_for(one, revision); };
  const auto message = [&](const Json& one) { return with_member(one, "content", block); };
  const json::Change changed = json::changed_members(result, [&](std::string_view key, const Json& value) {
    if (key == "content") return json::changed_elements(value, block);
    return key == "messages" ? json::changed_elements(value, message) : json::Change();
  });
  return json::with_change(result, changed);
}

Message write_modern_result(const jsonrpc::Id& id, std::string_view method, const Json& object) {
  constexpr std::array<std::string_view, 4> kNames{kResultTypeMember, "_meta", "ttlMs", "cacheScope"};
  std::array<Json, 4> found;
  json::pick_members(object, kNames, found);
  const auto& [type, meta, ttl, scope] = found;
  const bool may_have_hints = is_cacheable(method);
  const bool has_hints = may_have_hints && (type.is_absent() || json::characters(type) == kComplete);
  const bool has_meta = meta.kind() == JsonKind::object;
  const WrongMembers wrong{.meta = !meta.is_absent() && !has_meta,
                           .ttl = may_have_hints && !ttl.is_absent() && !(has_hints && is_ttl(ttl)),
                           .scope = may_have_hints && !scope.is_absent() && !(has_hints && is_cache_scope(scope))};
  if (wrong.has_any()) return write_modern_result(id, method, made_valid(object, wrong, ttl, has_hints));

  JsonWriter writer;
  if (type.is_absent()) writer.member(kResultTypeMember, kComplete);
  if (has_hints && ttl.is_absent()) writer.member("ttlMs", 0);
  if (has_hints && scope.is_absent()) writer.member("cacheScope", "private");
  if (!has_meta) writer.key("_meta").object().raw_items(server_info()).end();
  const std::string_view added = writer.text();

  Message message = jsonrpc::begin_result(id);
  message.append("{").append(added);
  if (!added.empty() && !is_empty(object)) message.append(",");
  const std::string_view text = object.text();
  const bool needs_info = has_meta && json::member(meta, kServerInfo).is_absent();
  if (!needs_info) return std::move(message.append(object.part(text.substr(1))).append("}"));

  // Our name is inserted behind the opening brace of the existing `_meta`.
  const auto inside = static_cast<std::size_t>(meta.text().data() - text.data()) + 1;
  message.append(object.part(text.substr(1, inside - 1))).append(server_info());
  if (!is_empty(meta)) message.append(",");
  return std::move(message.append(object.part(text.substr(inside))).append("}"));
}

}  // namespace workbench::protocol
