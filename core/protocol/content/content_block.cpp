#include "protocol/content/content_block.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "json/lookup.hpp"
#include "protocol/content/base64_data.hpp"
#include "protocol/content/block_media.hpp"
#include "protocol/content/member_rules.hpp"
#include "protocol/content/resource_contents.hpp"

namespace workbench::protocol {
namespace {

using json::Change;

/// The URI of an embedded resource that has none of its own.
constexpr std::string_view kEmbeddedUri = "workbench://embedded";

/// Ends a block that is written in the place of another, with what blocks of all types may have.
std::string end_block(JsonWriter& writer, const Json& block) {
  writer.raw_items(
      json::members_without(block, [](std::string_view key) { return key != "annotations" && key != "_meta"; }));
  return std::move(writer.end()).take();
}

// --- text ------------------------------------------------------------------------------------------------------------

std::string as_text(const Json& block, std::string_view characters) {
  JsonWriter writer(characters.size() + 64);
  writer.object().member("type", "text").member("text", characters);
  return end_block(writer, block);
}

std::string as_text_with_json(const Json& block) {
  return as_text(block, block.text());
}

Change valid_text(const Json& block) {
  const Json text = json::member(block, "text");
  if (text.kind() == JsonKind::string) return std::nullopt;
  return text.is_absent() ? as_text_with_json(block) : as_text(block, said_by(text));
}

// --- image and audio -------------------------------------------------------------------------------------------------

std::string as_media(const Json& block, std::string_view type, const BlockMedia& media, std::string_view media_type) {
  JsonWriter writer(media.data.text.size() + 128);
  writer.object().member("type", type).member("data", media.data.text).member("mimeType", media_type);
  return end_block(writer, block);
}

std::string as_embedded_data(const Json& block, const BlockMedia& media) {
  const std::string uri = json::member_characters(block, "uri");
  JsonWriter writer(media.data.text.size() + 192);
  writer.object().member("type", "resource").key("resource").object();
  writer.member("uri", uri.empty() ? kEmbeddedUri : std::string_view(uri));
  if (!media.media_type.empty()) writer.member("mimeType", media.media_type);
  writer.member("blob", media.data.text).end();
  return end_block(writer, block);
}

/// The characters of a string that is written without escapes; empty for everything else.
std::string_view plain_characters(const Json& string) {
  const json::RawString raw = json::raw_string_of(string.text());
  return raw.escaped ? std::string_view() : raw.text;
}

Change valid_image(const Json& block) {
  const Json data = json::member(block, "data");
  const Json named_type = json::member(block, "mimeType");
  const std::string_view type = image_type_of(plain_characters(data));
  if (!type.empty() && plain_characters(named_type) == type && is_plain_base64(data)) return std::nullopt;
  const auto media = read_media(block);
  if (!media || media->data.text.empty()) return as_text_with_json(block);
  const std::string_view true_type = image_type_of(media->data.text);
  return true_type.empty() ? as_embedded_data(block, *media) : as_media(block, "image", *media, true_type);
}

Change valid_audio(const Json& block) {
  if (is_plain_base64(json::member(block, "data")) && is_string_member(block, "mimeType")) return std::nullopt;
  const auto media = read_media(block);
  if (!media) return as_text_with_json(block);
  return media->media_type.empty() ? as_embedded_data(block, *media)
                                   : as_media(block, "audio", *media, media->media_type);
}

// --- resources -------------------------------------------------------------------------------------------------------

Change valid_link(const Json& block) {
  const Json uri = json::member(block, "uri");
  if (uri.kind() != JsonKind::string) return as_text_with_json(block);
  if (is_string_member(block, "name")) return std::nullopt;
  JsonWriter writer(block.text().size() + uri.text().size());
  writer.object().member("type", "resource_link").member("name", uri);
  writer.raw_items(json::members_without(block, [](std::string_view key) { return key == "type" || key == "name"; }));
  return std::move(writer.end()).take();
}

/// For a block that has the members of its resource itself.
std::string as_embedded_block(const Json& block) {
  JsonWriter members(block.text().size());
  members.object().raw_items(json::members_without(block, [](std::string_view key) {
    return key == "type" || key == "resource" || key == "annotations" || key == "_meta";
  }));
  const Json contents = std::move(members.end()).json();
  JsonWriter writer(block.text().size() + 64);
  writer.object().member("type", "resource");
  writer.member("resource", json::with_change(contents, valid_contents(contents, kEmbeddedUri)));
  return end_block(writer, block);
}

Change valid_resource(const Json& block) {
  const Json resource = json::member(block, "resource");
  if (resource.kind() == JsonKind::object) {
    const Change contents = valid_contents(resource, kEmbeddedUri);
    return json::changed_members(
        block, [&](std::string_view key, const Json&) { return key == "resource" ? contents : Change(); });
  }
  const bool has_contents = is_string_member(block, "text") || is_string_member(block, "blob");
  return has_contents ? as_embedded_block(block) : as_text_with_json(block);
}

/// Whether it is a text block as the official libraries write it, without quotes in its text: most blocks of long lists
/// are.
bool is_plain_text_block(std::string_view block) {
  constexpr std::string_view kHead = R"({"type":"text","text":")";
  if (!block.starts_with(kHead) || !block.ends_with(R"("})")) return false;
  return block.find('"', kHead.size()) + 2 == block.size();
}

// --- any block -------------------------------------------------------------------------------------------------------

/// How a block of each type gets the members that it must have.
struct BlockType {
  std::string_view name;
  Change (*valid)(const Json& block);
};
constexpr std::array<BlockType, 5> kBlockTypes{{{"text", valid_text},
                                                {"image", valid_image},
                                                {"audio", valid_audio},
                                                {"resource", valid_resource},
                                                {"resource_link", valid_link}}};

const BlockType* find_block_type(std::string_view name) {
  const auto* const found =
      std::find_if(kBlockTypes.begin(), kBlockTypes.end(), [&](const BlockType& type) { return type.name == name; });
  return found == kBlockTypes.end() ? nullptr : found;
}

/// The type that a block has by its members; null: it has those of none.
const BlockType* meant_type(const Json& block) {
  const bool has_text = is_string_member(block, "text");
  const bool has_uri = is_string_member(block, "uri");
  if (has_uri && (has_text || is_string_member(block, "blob"))) return find_block_type("resource");
  if (has_text) return find_block_type("text");
  const Json resource = json::member(block, "resource");
  if (resource.kind() == JsonKind::object) return find_block_type("resource");
  return has_uri && !is_string_member(block, "data") ? find_block_type("resource_link") : nullptr;
}

std::string as_data(const Json& block) {
  const auto media = read_media(block);
  if (!media || media->data.text.empty()) return as_text_with_json(block);
  const std::string_view image_type = image_type_of(media->data.text);
  if (!image_type.empty()) return as_media(block, "image", *media, image_type);
  const bool is_named = !media->media_type.empty() && !media->media_type.starts_with("text/");
  return is_named ? as_embedded_data(block, *media) : as_text_with_json(block);
}

/// A block of a type that the schema does not have, or not in this spelling.
std::string with_known_type(const Json& block) {
  const BlockType* type = find_block_type(base::ascii_lower(json::member_characters(block, "type")));
  if (type == nullptr) type = meant_type(block);
  if (type == nullptr) return as_data(block);
  JsonWriter writer(block.text().size() + 32);
  writer.object().member("type", type->name);
  writer.raw_items(json::members_without(block, [](std::string_view key) { return key == "type"; }));
  const Json typed = std::move(writer.end()).json();
  const Json valid = json::with_change(typed, type->valid(typed));
  return std::string(valid.text());
}

Change with_required_members(const Json& block) {
  const Json type = json::member(block, "type");
  const BlockType* const known = find_block_type(plain_characters(type));
  return known == nullptr ? with_known_type(block) : known->valid(block);
}

}  // namespace

std::string text_block(std::string_view characters) {
  JsonWriter writer(characters.size() + 32);
  writer.object().member("type", "text").member("text", characters);
  return std::move(writer.end()).take();
}

Change valid_block(const Json& block) {
  if (is_plain_text_block(block.text())) return std::nullopt;
  if (block.kind() == JsonKind::null) return left_out();
  if (block.kind() != JsonKind::object) return text_block(said_by(block));
  Change required = with_required_members(block);
  const Json own = json::with_change(block, required);
  Change options = with_valid_options(own);
  return options ? std::move(options) : std::move(required);
}

}  // namespace workbench::protocol
