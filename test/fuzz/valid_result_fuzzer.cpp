// Whatever a server answers, its client gets JSON that is of the schema, and that stays as it is when it is checked
// again. The first byte of the input says to what the server answers, the rest is the answer.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzzing.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "protocol/content/valid_result.hpp"

namespace {

using namespace workbench;
using fuzzing::require;
using protocol::AnsweredRequest;
using protocol::StructuredValues;

constexpr std::array<AnsweredRequest, 5> kRequests{{{"tools/call", {}, StructuredValues::objects},
                                                    {"tools/call", {}, StructuredValues::any},
                                                    {"prompts/get", {}, StructuredValues::objects},
                                                    {"resources/read", "x:y", StructuredValues::objects},
                                                    {"tasks/get", {}, StructuredValues::any_but_null}}};

bool has_string(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return value.kind() == JsonKind::string;
}

bool are_contents(const Json& contents) {
  return has_string(contents, "uri") && (has_string(contents, "text") || has_string(contents, "blob"));
}

bool is_block(const Json& block) {
  const std::string type = json::member_characters(block, "type");
  if (type == "text") return has_string(block, "text");
  if (type == "image" || type == "audio") return has_string(block, "data") && has_string(block, "mimeType");
  if (type == "resource_link") return has_string(block, "uri") && has_string(block, "name");
  return type == "resource" && are_contents(json::member(block, "resource"));
}

bool is_message(const Json& message) {
  const std::string role = json::member_characters(message, "role");
  return (role == "user" || role == "assistant") && is_block(json::member(message, "content"));
}

template <typename IsItem>
bool is_list_of(const Json& list, IsItem is_item) {
  const std::vector<Json> items = json::elements(list);
  return list.kind() == JsonKind::array && std::all_of(items.begin(), items.end(), is_item);
}

bool is_of_schema(const Json& result, std::string_view method) {
  if (method == "tools/call") return is_list_of(json::member(result, "content"), is_block);
  if (method == "prompts/get") return is_list_of(json::member(result, "messages"), is_message);
  if (method == "resources/read") return is_list_of(json::member(result, "contents"), are_contents);
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const json::ScannerJsonAccess access(64);
  std::string_view input = fuzzing::text_of(data, size);
  const AnsweredRequest& request = kRequests[fuzzing::take_byte(input) % kRequests.size()];
  const auto written = access.checked(std::string(input));
  if (!written || written->kind() != JsonKind::object) return 0;
  fuzzing::with_each_instruction_set([&] {
    const auto valid = protocol::valid_result(*written, request);
    require(valid.has_value(), "there is a result", input);
    const std::string text = fuzzing::text_of(*valid);
    require(json::ScannerJsonAccess(200).checked(text).has_value(), "the result is JSON", text);
    require(is_of_schema(*valid, request.method), "the result is of the schema", text);
    const auto again = protocol::valid_result(*valid, request);
    require(again.has_value() && again->text() == valid->text(), "a valid result stays as it is", text);
  });
  return 0;
}
