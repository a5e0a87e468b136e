#include "commands/calls/result_content.hpp"

#include <Poco/Base64Decoder.h>
#include <Poco/Exception.h>

#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

#include "base/visible_text.hpp"
#include "commands/calls/saved_files.hpp"
#include "json/lookup.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

Result<std::string> decoded(const Json& base64) {
  std::istringstream text(json::characters(base64));
  Poco::Base64Decoder decoder(text);
  std::string bytes;
  std::array<char, 16384> part;
  try {
    while (decoder.read(part.data(), part.size()) || decoder.gcount() > 0) {
      bytes.append(part.data(), static_cast<std::size_t>(decoder.gcount()));
    }
  } catch (const Poco::Exception&) {
    return Error{ErrorKind::protocol, "is not valid base64"};
  }
  if (decoder.bad()) return Error{ErrorKind::protocol, "is not valid base64"};
  return bytes;
}

/// Shows one result, block by block.
class ContentWriter {
 public:
  ContentWriter(const ContentTarget& target, Output& errors) : target_(target), errors_(errors) {
    if (target.folder) files_.emplace(*target.folder);
  }

  [[nodiscard]] bool has_text() const { return has_text_; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  void show(const Json& block) {
    const std::string type = json::characters(json::member(block, "type"));
    if (type == "text") {
      show_text(json::characters(json::member(block, "text")));
      has_text_ = true;
    } else if (type == "image" || type == "audio") {
      show_bytes(type, block, json::member(block, "data"));
    } else if (type == "resource") {
      show_resource(json::member(block, "resource"));
    } else if (type == "resource_link") {
      show_text("resource: " + json::characters(json::member(block, "uri")));
    } else {
      show_text(block.text());
    }
  }

  void show_text(std::string_view text) {
    target_.out << Payload{text};
    if (!text.ends_with('\n')) target_.out << '\n';
  }

 private:
  void show_resource(const Json& resource) {
    const Json text = json::member(resource, "text");
    if (text.is_absent()) return show_bytes("resource", resource, json::member(resource, "blob"));
    if (!files_) return show_text(json::characters(text));
    const std::string type = media_type_of(resource);
    save(json::characters(text), type.empty() ? "text/plain" : type);
  }

  /// Saves base64 content, or prints how to save it.
  void show_bytes(std::string_view what, const Json& block, const Json& base64) {
    const std::string type = media_type_of(block);
    if (!files_) {
      std::string line = "not saved: ";
      line.append(what).append(type.empty() ? "" : " (" + type + ")").append("; --save FOLDER saves it");
      return show_text(base::visible_line(line));
    }
    const auto bytes = decoded(base64);
    if (!bytes) return fail("a block of the result " + bytes.error().message);
    save(*bytes, type);
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
  bool has_text_ = false;
  bool has_failed_ = false;
};

}  // namespace

bool show_content(const Json& result, const ContentTarget& target, Output& errors) {
  ContentWriter writer(target, errors);
  for (const Json& block : json::elements(json::member(result, "content"))) writer.show(block);
  const Json structured = json::member(result, "structuredContent");
  if (!writer.has_text() && !structured.is_absent()) writer.show_text(structured.text());
  return !writer.has_failed();
}

}  // namespace workbench::app
