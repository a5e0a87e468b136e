#include "commands/result_content.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <Poco/Base64Decoder.h>
#include <Poco/Exception.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ostream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

#include "json/lookup.hpp"
#include "log.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kExtensions{{
    {"image/png", ".png"},
    {"image/jpeg", ".jpg"},
    {"image/gif", ".gif"},
    {"image/webp", ".webp"},
    {"image/svg+xml", ".svg"},
    {"image/bmp", ".bmp"},
    {"audio/wav", ".wav"},
    {"audio/x-wav", ".wav"},
    {"audio/mpeg", ".mp3"},
    {"audio/ogg", ".ogg"},
    {"audio/flac", ".flac"},
    {"text/plain", ".txt"},
    {"text/html", ".html"},
    {"text/csv", ".csv"},
    {"text/markdown", ".md"},
    {"application/json", ".json"},
    {"application/pdf", ".pdf"},
}};

std::string_view extension_for(std::string_view media_type) {
  media_type = media_type.substr(0, media_type.find(';'));
  for (const auto& [type, extension] : kExtensions) {
    if (type == media_type) return extension;
  }
  return ".bin";
}

/// The last part of a URI or a name, as far as it is a harmless file name; empty: nothing is left.
std::string file_name_in(std::string_view text) {
  text = text.substr(0, text.find_first_of("?#"));
  text.remove_prefix(text.find_last_of("/\\") + 1);
  std::string name;
  for (const char byte : text) {
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
    name += is_plain || byte == '.' || byte == '-' || byte == '_' ? byte : '_';
  }
  while (name.starts_with('.')) name.erase(0, 1);
  return name.substr(0, 100);
}

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

Result<void> write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error{ErrorKind::unavailable, std::generic_category().message(errno)};
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

/// A new file of this name, or of one with a number in it if there is one already.
Result<std::filesystem::path> save(const std::filesystem::path& folder, const std::filesystem::path& name,
                                   std::string_view bytes) {
  constexpr int kMaxNumber = 10'000;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  for (int number = 1; number < kMaxNumber; ++number) {
    std::filesystem::path path = folder / name;
    if (number > 1) path = folder / (name.stem().string() + "-" + std::to_string(number) + name.extension().string());
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file && errno == EEXIST) continue;
    if (!file) return Error{ErrorKind::unavailable, path.string() + ": " + std::generic_category().message(errno)};
    if (const auto written = write_all(file.get(), bytes); !written) return written.error().within(path.string());
    return path;
  }
  return Error{ErrorKind::unavailable, (folder / name).string() + ": there are too many of this name"};
}

/// Shows one result, block by block.
class ContentWriter {
 public:
  ContentWriter(const ContentTarget& target, std::ostream& errors) : target_(target), errors_(errors) {}

  [[nodiscard]] bool has_text() const { return has_text_; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  void show(const Json& block) {
    const std::string type = json::characters(json::member(block, "type"));
    if (type == "text") {
      show_text(json::characters(json::member(block, "text")));
      has_text_ = true;
    } else if (type == "image" || type == "audio") {
      save_block(block, "data", target_.name);
    } else if (type == "resource") {
      show_resource(json::member(block, "resource"));
    } else if (type == "resource_link") {
      show_text("resource: " + json::characters(json::member(block, "uri")));
    } else {
      show_text(block.text());
    }
  }

  void show_text(std::string_view text) {
    target_.out << (target_.is_terminal ? without_control_characters(text) : std::string(text));
    if (!text.ends_with('\n')) target_.out << '\n';
  }

 private:
  void show_resource(const Json& resource) {
    const std::string name = file_name_in(json::characters(json::member(resource, "uri")));
    if (const Json text = json::member(resource, "text"); !text.is_absent()) {
      save_bytes(name.empty() ? name_or_default("") + ".txt" : name, json::characters(text));
    } else {
      save_block(resource, "blob", name);
    }
  }

  void save_block(const Json& block, std::string_view member, const std::string& name) {
    std::filesystem::path file = name_or_default(name);
    if (!file.has_extension()) file += extension_for(json::characters(json::member(block, "mimeType")));
    const auto bytes = decoded(json::member(block, member));
    if (!bytes) return fail("a block of the result " + bytes.error().message);
    save_bytes(file, *bytes);
  }

  [[nodiscard]] std::string name_or_default(std::string_view name) const {
    std::string file = file_name_in(name);
    if (file.empty()) file = file_name_in(target_.name);
    return file.empty() ? "result" : file;
  }

  void save_bytes(const std::filesystem::path& name, std::string_view bytes) {
    const auto path = save(target_.folder, name, bytes);
    if (!path) return fail("cannot save " + path.error().message);
    show_text("saved: " + path->string());
  }

  void fail(const std::string& what) {
    errors_ << "mcp-workbench call: " << what << '\n';
    has_failed_ = true;
  }

  const ContentTarget& target_;
  std::ostream& errors_;
  bool has_text_ = false;
  bool has_failed_ = false;
};

}  // namespace

bool show_content(const Json& result, const ContentTarget& target, std::ostream& errors) {
  ContentWriter writer(target, errors);
  for (const Json& block : json::elements(json::member(result, "content"))) writer.show(block);
  const Json structured = json::member(result, "structuredContent");
  if (!writer.has_text() && !structured.is_absent()) writer.show_text(structured.text());
  return !writer.has_failed();
}

std::string without_control_characters(std::string_view text) {
  std::string shown;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n\t", begin), text.size());
    shown += escape_control_characters(text.substr(begin, end - begin));
    if (end < text.size()) shown += text[end];
    begin = end + 1;
  }
  return shown;
}

}  // namespace workbench::app
