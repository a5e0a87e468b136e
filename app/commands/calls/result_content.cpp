#include "commands/calls/result_content.hpp"

#include <Poco/Base64Decoder.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "base/ascii.hpp"
#include "base/visible_text.hpp"
#include "commands/calls/saved_files.hpp"
#include "json/lookup.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// The bytes of a text in base64, with the letters of either alphabet, with or without its padding. Absent: it is
/// something else.
std::optional<std::string> decoded(std::string base64) {
  std::erase_if(base64, [](char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; });
  std::replace(base64.begin(), base64.end(), '-', '+');
  std::replace(base64.begin(), base64.end(), '_', '/');
  while (base64.ends_with('=')) base64.pop_back();
  const auto is_letter = [](char byte) { return base::is_ascii_letter_or_digit(byte) || byte == '+' || byte == '/'; };
  constexpr std::size_t kGroup = 4;
  if (!std::all_of(base64.begin(), base64.end(), is_letter) || base64.size() % kGroup == 1) return std::nullopt;
  base64.append((kGroup - base64.size() % kGroup) % kGroup, '=');
  std::istringstream text(base64);
  Poco::Base64Decoder decoder(text);
  std::string bytes;
  std::array<char, 16384> part;
  while (decoder.read(part.data(), part.size()) || decoder.gcount() > 0) {
    bytes.append(part.data(), static_cast<std::size_t>(decoder.gcount()));
  }
  if (decoder.bad()) return std::nullopt;
  return bytes;
}

/// The content of an image, a sound or a file. Some servers write it as a `data:` URL, which has its own media type.
struct EncodedBytes {
  std::string base64;
  std::string media_type;
};

EncodedBytes encoded_bytes(std::string text, std::string media_type) {
  constexpr std::string_view kScheme = "data:";
  const std::size_t comma = text.find(',');
  if (!base::ascii_lower(text.substr(0, kScheme.size())).starts_with(kScheme) || comma == std::string::npos) {
    return {std::move(text), std::move(media_type)};
  }
  const std::string_view head = std::string_view(text).substr(0, comma);
  if (!base::ascii_lower(head).ends_with(";base64")) return {std::move(text), std::move(media_type)};
  if (media_type.empty()) media_type = head.substr(kScheme.size(), head.find(';') - kScheme.size());
  return {text.substr(comma + 1), std::move(media_type)};
}

/// Shows one result, block by block.
class ContentWriter {
 public:
  ContentWriter(const ContentTarget& target, Output& errors) : target_(target), errors_(errors) {
    if (target.folder) files_.emplace(*target.folder);
  }

  [[nodiscard]] bool has_text() const { return has_text_; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  /// A block that has not what its type promises, or no type that is known, is shown as JSON.
  void show(const Json& block) {
    has_shown_ = true;
    const std::string type = json::member_characters(block, "type");
    const auto has_text = [](const Json& value, const char* name) {
      return json::member(value, name).kind() == JsonKind::string;
    };
    const Json resource = json::member(block, "resource");
    if (block.kind() == JsonKind::string) {
      show_only_text(block);
    } else if ((type == "text" || type.empty()) && has_text(block, "text")) {
      show_only_text(json::member(block, "text"));
    } else if ((type == "image" || type == "audio") && has_text(block, "data")) {
      show_bytes(type, block, json::member(block, "data"));
    } else if (type == "resource" && (has_text(resource, "text") || has_text(resource, "blob"))) {
      show_resource(resource);
    } else if (type == "resource_link" && has_text(block, "uri")) {
      show_text("resource: " + json::member_characters(block, "uri"));
    } else {
      show_text(block.text());
    }
  }

  [[nodiscard]] bool has_shown() const { return has_shown_; }

  /// Says how the result differs from what it should be.
  void remark(std::string_view what) { errors_ << "mcp-workbench call: " << what << '\n'; }

  void show_text(std::string_view text) {
    target_.out << Payload{text};
    if (!text.ends_with('\n')) target_.out << '\n';
  }

 private:
  void show_only_text(const Json& text) {
    show_text(json::characters(text));
    has_text_ = true;
  }

  void show_resource(const Json& resource) {
    const Json text = json::member(resource, "text");
    if (text.kind() != JsonKind::string) return show_bytes("resource", resource, json::member(resource, "blob"));
    if (!files_) return show_text(json::characters(text));
    const std::string type = media_type_of(resource);
    save(json::characters(text), type.empty() ? "text/plain" : type);
  }

  /// Saves base64 content, or prints how to save it. What is not base64 is saved as it is.
  void show_bytes(std::string_view what, const Json& block, const Json& data) {
    EncodedBytes encoded = encoded_bytes(json::characters(data), media_type_of(block));
    if (!files_) {
      std::string line = "not saved: ";
      const std::string& type = encoded.media_type;
      line.append(what).append(type.empty() ? "" : " (" + type + ")").append("; --save FOLDER saves it");
      return show_text(base::visible_line(line));
    }
    if (const auto bytes = decoded(encoded.base64)) return save(*bytes, encoded.media_type);
    remark("the data of a block is not valid base64; it is saved as it is");
    save(encoded.base64, "text/plain");
  }

  void save(std::string_view bytes, std::string_view media_type) {
    const auto path = files_->save(bytes, media_type);
    if (!path) return fail("cannot save " + path.error().message);
    show_text("saved: " + path->string());
  }

  [[nodiscard]] static std::string media_type_of(const Json& block) {
    return json::characters(json::member(block, "mimeType"));
  }

  void fail(const std::string& what) {
    errors_ << "mcp-workbench call: " << what << '\n';
    has_failed_ = true;
  }

  const ContentTarget& target_;
  Output& errors_;
  std::optional<SavedFiles> files_;
  bool has_shown_ = false;
  bool has_text_ = false;
  bool has_failed_ = false;
};

/// Whether a result that shows no content has something else.
bool has_other_members(const Json& result) {
  if (result.kind() != JsonKind::object) return true;
  const std::vector<JsonMember> members = json::members(result);
  return std::any_of(members.begin(), members.end(), [](const JsonMember& member) {
    const bool is_part_of_all = member.key == "isError" || member.key == "_meta" || member.key == "resultType";
    const bool is_empty_list = member.key == "content" && member.value.kind() == JsonKind::array;
    return !is_part_of_all && !is_empty_list && member.value.kind() != JsonKind::null;
  });
}

}  // namespace

bool show_content(const Json& result, const ContentTarget& target, Output& errors) {
  ContentWriter writer(target, errors);
  const Json content = json::member(result, "content");
  for (const Json& block : json::elements(content)) writer.show(block);
  if (content.kind() == JsonKind::string || content.kind() == JsonKind::object) {
    writer.remark("the content of the result is not a list; it is shown as one block");
    writer.show(content);
  }
  const Json structured = json::member(result, "structuredContent");
  const bool has_structured = !structured.is_absent() && structured.kind() != JsonKind::null;
  if (!writer.has_text() && has_structured) {
    writer.show_text(structured.text());
  } else if (!writer.has_shown() && has_other_members(result)) {
    writer.remark("the result has no content; all of it is shown");
    writer.show_text(result.text());
  } else if (!writer.has_shown()) {
    writer.remark("the tool has returned an empty result");
  }
  return !writer.has_failed();
}

}  // namespace workbench::app
