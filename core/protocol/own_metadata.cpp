#include "protocol/own_metadata.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

bool is_own(std::string_view key) {
  return key.starts_with("mcp-workbench/");
}

bool has_own(const Json& meta) {
  const std::vector<JsonMember> members = json::members(meta);
  return std::any_of(members.begin(), members.end(), [](const JsonMember& one) { return is_own(one.key); });
}

Json without_own_members(const Json& meta) {
  JsonWriter writer(meta.text().size());
  writer.object().raw_items(json::members_without(meta, is_own)).end();
  return std::move(writer).json();
}

/// `object` with `changed(value)` for each member of this name, duplicates included.
template <typename Change>
Json with_each(const Json& object, std::string_view name, Change changed) {
  JsonWriter writer(object.text().size());
  writer.object();
  for (const JsonMember& member : json::members(object)) {
    writer.member(member.key, member.key == name ? changed(member.value) : member.value);
  }
  writer.end();
  return std::move(writer).json();
}

Json input_request_without(const Json& input_request) {
  if (input_request.kind() != JsonKind::object) return input_request;
  return with_each(input_request, "params", without_own_metadata);
}

Json input_requests_without(const Json& input_requests) {
  if (input_requests.kind() != JsonKind::object) return input_requests;
  JsonWriter writer(input_requests.text().size());
  writer.object();
  for (const JsonMember& one : json::members(input_requests)) writer.member(one.key, input_request_without(one.value));
  writer.end();
  return std::move(writer).json();
}

}  // namespace

Json without_own_metadata(const Json& params) {
  const std::vector<JsonMember> members = json::members(params);
  const bool has_some = std::any_of(members.begin(), members.end(),
                                    [](const JsonMember& one) { return one.key == "_meta" && has_own(one.value); });
  if (!has_some) return params;
  return with_each(params, "_meta",
                   [](const Json& meta) { return meta.kind() == JsonKind::object ? without_own_members(meta) : meta; });
}

Json with_inputs_without_own_metadata(const Json& result) {
  if (json::member(result, "inputRequests").kind() != JsonKind::object) return result;
  return with_each(result, "inputRequests", input_requests_without);
}

}  // namespace workbench::protocol
