#include "protocol/content/block_media.hpp"

#include <string_view>
#include <utility>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

std::string named_media_type(const Json& holder) {
  for (const std::string_view name : {"mimeType", "mime_type", "mimetype", "media_type", "mediaType"}) {
    if (std::string type = json::member_characters(holder, name); !type.empty()) return type;
  }
  return {};
}

std::optional<BlockMedia> media_in(const Json& holder, std::string_view name) {
  const Json written = json::member(holder, name);
  if (written.kind() != JsonKind::string) return std::nullopt;
  auto data = read_base64(json::characters(written));
  if (!data) return std::nullopt;
  std::string type = named_media_type(holder);
  if (type.empty()) type = data->media_type;
  return BlockMedia{*std::move(data), std::move(type)};
}

}  // namespace

std::optional<BlockMedia> read_media(const Json& block) {
  for (const std::string_view name : {"data", "blob"}) {
    if (auto media = media_in(block, name)) return media;
  }
  if (auto media = media_in(json::member(block, "source"), "data")) return media;
  auto media = media_in(json::member(block, "image_url"), "url");
  if (media && media->data.media_type.empty()) return std::nullopt;  // the address of an image elsewhere
  return media;
}

}  // namespace workbench::protocol
