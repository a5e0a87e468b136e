#include "protocol/completion.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/empty_containers.hpp"
#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

constexpr std::array<std::string_view, 3> kCompletionMembers{"values", "total", "hasMore"};

/// The values as texts, without those that have no text.
std::vector<Json> completion_texts(const Json& values) {
  std::vector<Json> texts;
  for (const Json& value : json::elements(values)) {
    if (value.kind() == JsonKind::string) {
      texts.push_back(value);
    } else if (value.kind() == JsonKind::number || value.kind() == JsonKind::boolean) {
      texts.emplace_back(json::quoted(value.text()));
    }
  }
  return texts;
}

bool is_count(const Json& value) {
  return value.kind() == JsonKind::number && value.text().find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_valid_completion(const std::array<Json, 3>& members) {
  const auto& [values, total, has_more] = members;
  if (values.kind() != JsonKind::array) return false;
  const std::vector<Json> all = json::elements(values);
  return all.size() <= kMaxCompletionValues &&
         std::all_of(all.begin(), all.end(), [](const Json& value) { return value.kind() == JsonKind::string; }) &&
         (total.is_absent() || is_count(total)) && (has_more.is_absent() || has_more.kind() == JsonKind::boolean);
}

void write_completion(JsonWriter& writer, const Json& completion, const std::array<Json, 3>& members) {
  const auto& [values, total, has_more] = members;
  const std::vector<Json> texts = completion_texts(values);
  const std::size_t shown = std::min(texts.size(), kMaxCompletionValues);
  writer.object().key("values").array();
  for (std::size_t index = 0; index != shown; ++index) writer.value(texts[index]);
  writer.end();
  const bool is_cut = shown != texts.size();
  if (is_count(total)) {
    writer.member("total", total);
  } else if (is_cut) {
    writer.member("total", texts.size());
  }
  if (is_cut) {
    writer.member("hasMore", true);
  } else if (has_more.kind() == JsonKind::boolean) {
    writer.member("hasMore", has_more);
  }
  writer.raw_items(json::members_without(completion, [](std::string_view key) {
    return std::find(kCompletionMembers.begin(), kCompletionMembers.end(), key) != kCompletionMembers.end();
  }));
  writer.end();
}

}  // namespace

Result<Json> valid_completion(const Json& result) {
  const Json completion = json::member(result, "completion");
  std::array<Json, 3> members;
  const bool is_repeated = json::pick_members(completion, kCompletionMembers, members).has_value();
  if (!is_repeated && is_valid_completion(members)) return result;
  const Json& values = members[0];
  const bool is_readable =
      values.kind() == JsonKind::array || values.kind() == JsonKind::null || json::is_empty_object(values.text());
  if (!is_readable) return Error{ErrorKind::protocol, "the server's result has no array \"completion.values\""};
  JsonWriter writer(result.text().size() + 32);
  writer.object().key("completion");
  write_completion(writer, completion, members);
  writer.raw_items(json::members_without(result, [](std::string_view key) { return key == "completion"; }));
  return std::move(writer.end()).json();
}

}  // namespace workbench::protocol
