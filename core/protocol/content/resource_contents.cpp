#include "protocol/content/resource_contents.hpp"

#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/content/base64_data.hpp"
#include "protocol/content/block_media.hpp"
#include "protocol/content/member_rules.hpp"

namespace workbench::protocol {
namespace {

using json::Change;

bool has_required_members(const Json& contents) {
  const Json text = json::member(contents, "text");
  const Json blob = json::member(contents, "blob");
  const bool has_text = text.kind() == JsonKind::string;
  const bool has_blob = is_plain_base64(blob);
  return is_string_member(contents, "uri") && (has_text || text.is_absent()) && (has_blob || blob.is_absent()) &&
         (has_text || has_blob);
}

/// What the contents say in other members than those of the schema.
std::string said_otherwise(const Json& contents) {
  const std::string others = json::members_without(contents, [](std::string_view key) {
    return key == "uri" || key == "mimeType" || key == "_meta" || key == "text" || key == "blob";
  });
  return others.empty() ? others : "{" + others + "}";
}

void write_text_or_blob(JsonWriter& writer, const Json& contents) {
  const Json text = json::member(contents, "text");
  const Json blob = json::member(contents, "blob");
  if (text.kind() == JsonKind::string) {
    writer.member("text", text);
  } else if (const auto media = read_media(contents)) {
    writer.member("blob", media->data.text);
  } else if (!said_by(text).empty() || !said_by(blob).empty()) {
    writer.member("text", said_by(text).empty() ? said_by(blob) : said_by(text));
  } else {
    writer.member("text", said_otherwise(contents));
  }
}

std::string with_required_members(const Json& contents, std::string_view uri) {
  const Json own_uri = json::member(contents, "uri");
  JsonWriter writer(contents.text().size() + uri.size() + 32);
  writer.object().key("uri");
  own_uri.kind() == JsonKind::string ? writer.value(own_uri) : writer.string(uri);
  write_text_or_blob(writer, contents);
  writer.raw_items(json::members_without(
      contents, [](std::string_view key) { return key == "uri" || key == "text" || key == "blob"; }));
  return std::move(writer.end()).take();
}

std::string contents_of_value(const Json& value, std::string_view uri) {
  JsonWriter writer;
  writer.object().member("uri", uri).member("text", said_by(value));
  return std::move(writer.end()).take();
}

}  // namespace

Change valid_contents(const Json& contents, std::string_view uri) {
  if (contents.kind() == JsonKind::null) return left_out();
  if (contents.kind() != JsonKind::object) return contents_of_value(contents, uri);
  if (has_required_members(contents)) return with_valid_options(contents);
  const Json own(with_required_members(contents, uri));
  const Json valid = json::with_change(own, with_valid_options(own));
  return std::string(valid.text());
}

}  // namespace workbench::protocol
