#include "consent/file_guard.hpp"

#include <algorithm>
#include <utility>

#include "base/shell_word.hpp"
#include "consent/opened_file.hpp"

namespace workbench::app {

std::string command_to_trust(const std::filesystem::path& file) {
  return "mcp-workbench trust " + base::shell_word(file.native());
}

FileGuard::FileGuard(FileRight right, std::filesystem::path toolboxes_file, std::optional<TrustedFile> trusted)
    : right_(right), toolboxes_file_(std::move(toolboxes_file)), trusted_(std::move(trusted)) {}

config::FileReader FileGuard::reader() {
  return [this](const std::filesystem::path& file, std::size_t max_bytes) { return read(file, max_bytes); };
}

Result<std::string> FileGuard::read(const std::filesystem::path& file, std::size_t max_bytes) {
  auto opened = read_opened(file, max_bytes, right_ == FileRight::named ? Pipes::read : Pipes::left);
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
    std::string warning = file.string() + ": is used because it was named, but " + text;
    const bool is_new = std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end();
    if (is_new) warnings_.push_back(std::move(warning));
  }
  if (const auto why = objection(file, sha256)) return refuse(file, *why);
  record(file, sha256);
  return config::without_byte_order_mark(std::move(opened->bytes));
}

/// The remark on a file that the person has to look at. Absent: none.
std::optional<std::string> FileGuard::objection(const std::filesystem::path& file, const std::string& sha256) {
  if (right_ != FileRight::trusted) return std::nullopt;
  if (file == toolboxes_file_ && sha256.empty()) return std::nullopt;  // it does not exist
  const std::string remedy = "; see what it would run, and allow it, with: " + command_to_trust(toolboxes_file_);
  if (!trusted_) return "is not used, because it has not been allowed" + remedy;
  const SeenFile* const seen = trusted_->find(file);
  if (seen == nullptr && sha256.empty()) return std::nullopt;
  if (seen == nullptr)
    return "is not used, because it did not exist, or was not needed, when the configuration was allowed" + remedy;
  if (seen->sha256 == sha256) return std::nullopt;
  return (sha256.empty() ? "has been removed since it was allowed"
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
