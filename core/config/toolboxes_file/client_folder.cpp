#include "config/toolboxes_file/client_folder.hpp"

#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace workbench::config {
namespace {

bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
}

/// Whether there is a control character of Unicode's second set (U+0080 to U+009F), in UTF-8.
bool has_c1_control(const std::string& text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '\xC2' && static_cast<unsigned char>(text[at + 1]) < 0xA0) return true;
  }
  return false;
}

Error refused(const char* what) {
  return {ErrorKind::invalid_argument, what};
}

}  // namespace

Result<std::string> checked_client_folder(const std::string& path) {
  if (std::any_of(path.begin(), path.end(), is_control) || has_c1_control(path)) {
    return refused("contains control characters");
  }
  if (!path.starts_with('/')) return refused("is not an absolute path");
  std::string folder = path;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (std::filesystem::path(folder).lexically_normal() != folder) {
    return refused(R"(is not in its shortest form: it contains ".", ".." or "//")");
  }
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed)) return refused("does not exist, or is not a folder");
  return folder;
}

std::optional<std::string> path_of_file_uri(const std::string& uri) {
  try {
    const Poco::URI parsed(uri);
    const bool is_here = parsed.getHost().empty() || parsed.getHost() == "localhost";
    if (parsed.getScheme() != "file" || !is_here || !parsed.getPath().starts_with('/')) return std::nullopt;
    return parsed.getPath();
  } catch (const Poco::SyntaxException&) {
    return std::nullopt;
  }
}

}  // namespace workbench::config
