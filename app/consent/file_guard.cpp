#include "consent/file_guard.hpp"

#include <algorithm>
#include <utility>

#include "consent/opened_file.hpp"

namespace workbench::app {
namespace {

/// The path as one word of a shell, whatever is in it.
std::string quoted_for_shell(const std::string& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,@%:=";
  if (path.find_first_not_of(kPlain) == std::string::npos) return path;
  std::string quoted = "'";
  for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool has_control_character(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

}  // namespace

/// A name with control characters would not be the same after it was shown.
std::string command_to_trust(const std::filesystem::path& file) {
  if (has_control_character(file.native())) return "mcp-workbench trust (in the folder of the file)";
  return "mcp-workbench trust " + quoted_for_shell(file.native());
}

FileGuard::FileGuard(FileRight right, std::filesystem::path toolboxes_file, std::optional<TrustedFile> trusted)
    : right_(right), toolboxes_file_(std::move(toolboxes_file)), trusted_(std::move(trusted)) {}

config::FileReader FileGuard::reader() {
  return [this](const std::filesystem::path& file, std::size_t max_bytes) { return read(file, max_bytes); };
}

Result<std::string> FileGuard::read(const std::filesystem::path& file, std::size_t max_bytes) {
  auto opened = read_opened(file, max_bytes);
  const bool is_missing = !opened && opened.error().kind == ErrorKind::not_found;
  if (!opened && !is_missing) return opened.error();
  const std::string sha256 = is_missing ? std::string() : sha256_of(opened->bytes);
  if (is_missing) {
    if (const auto why = objection(file, sha256)) return refuse(file, *why);
    record(file, sha256);
    return opened.error();
  }
  if (right_ != FileRight::named && !opened->is_regular) return refuse(file, "is not a regular file; make it one");
  if (opened->foreign) {
    const std::string text = opened->foreign->text() + "; " + opened->foreign->remedy;
    if (right_ != FileRight::named) {
      return refuse(file, "is not used, because " + text + ", or name the toolboxes file with --config");
    }
    warnings_.push_back(file.string() + ": is used because it was named, but " + text);
  }
  if (const auto why = objection(file, sha256)) return refuse(file, *why);
  record(file, sha256);
  return config::without_byte_order_mark(std::move(opened->bytes));
}

/// What the person would have to look at. Absent: nothing.
std::optional<std::string> FileGuard::objection(const std::filesystem::path& file, const std::string& sha256) {
  if (right_ != FileRight::trusted) return std::nullopt;
  if (file == toolboxes_file_ && sha256.empty()) return std::nullopt;  // nothing can be made of it
  const std::string remedy = "; see what it would run, and allow it, with: " + command_to_trust(toolboxes_file_);
  if (!trusted_) return "is not used, because nobody has allowed it" + remedy;
  const SeenFile* const seen = trusted_->find(file);
  if (seen == nullptr && sha256.empty()) return std::nullopt;
  if (seen == nullptr)
    return "is not used, because it was not there, or not needed, when the configuration was allowed" + remedy;
  if (seen->sha256 == sha256) return std::nullopt;
  return (sha256.empty() ? "is gone since it was allowed"
                         : "is not used, because it has changed since it was allowed") +
         remedy;
}

void FileGuard::record(const std::filesystem::path& file, std::string sha256) {
  const bool is_known = std::any_of(seen_.begin(), seen_.end(), [&](const SeenFile& one) { return one.path == file; });
  if (!is_known) seen_.push_back({file, std::move(sha256)});
}

Error FileGuard::refuse(const std::filesystem::path& file, const std::string& why) {
  refusals_.push_back(file.string() + ": " + why);
  return {ErrorKind::forbidden, why};
}

}  // namespace workbench::app
