#include "consent/trusted_files.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <workbench/json_writer.hpp>

#include "consent/private_file.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

constexpr const char* kListName = "trusted-files.json";
constexpr std::size_t kMaxListBytes = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMaxListDepth = 10;

std::optional<TrustedFile> read_entry(const Json& entry) {
  TrustedFile trusted{json::characters(json::member(entry, "file")), {}};
  for (const Json& seen : json::elements(json::member(entry, "seen"))) {
    trusted.seen.push_back(
        {json::characters(json::member(seen, "path")), json::characters(json::member(seen, "sha256"))});
  }
  if (!trusted.file.is_absolute() || trusted.find(trusted.file) == nullptr) return std::nullopt;
  return trusted;
}

std::string text_of(const std::vector<TrustedFile>& all) {
  JsonWriter writer;
  writer.object().key("files").array();
  for (const TrustedFile& trusted : all) {
    writer.object().member("file", trusted.file.native()).key("seen").array();
    for (const SeenFile& seen : trusted.seen) {
      writer.object().member("path", seen.path.native()).member("sha256", seen.sha256).end();
    }
    writer.end().end();
  }
  return std::move(writer.end().end()).take() + "\n";
}

}  // namespace

const SeenFile* TrustedFile::find(const std::filesystem::path& path) const {
  const auto found = std::find_if(seen.begin(), seen.end(), [&](const SeenFile& one) { return one.path == path; });
  return found == seen.end() ? nullptr : &*found;
}

std::filesystem::path location_of(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(file, failed).lexically_normal();
  const std::filesystem::path folder = std::filesystem::canonical(absolute.parent_path(), failed);
  return failed ? absolute : folder / absolute.filename();
}

std::string sha256_of(std::string_view bytes) {
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_256);
  engine.update(bytes.data(), bytes.size());
  return Poco::DigestEngine::digestToHex(engine.digest());
}

TrustedFiles::TrustedFiles(const config::Environment& environment) {
  const std::filesystem::path folder = state_folder_of_user(environment);
  if (!folder.empty()) file_ = folder / kListName;
}

Result<std::vector<TrustedFile>> TrustedFiles::load() const {
  std::vector<TrustedFile> all;
  if (file_.empty()) return all;
  const auto text = read_private_file(file_, kMaxListBytes);
  if (!text && text.error().kind == ErrorKind::not_found) return all;
  if (!text) return text.error();
  const auto whole = json::ScannerJsonAccess(kMaxListDepth).checked(*text);
  const auto damaged = [&] {
    return Error{
        ErrorKind::unavailable,
        file_.string() + " is damaged; remove it, and allow the files in it again with \"mcp-workbench trust\""};
  };
  if (!whole) return damaged();
  for (const Json& entry : json::elements(json::member(*whole, "files"))) {
    auto trusted = read_entry(entry);
    if (!trusted) return damaged();
    all.push_back(*std::move(trusted));
  }
  return all;
}

/// `apply` changes the list, and returns whether it has.
template <typename Change>
Result<void> TrustedFiles::change(Change apply) const {
  if (file_.empty()) {
    return Error{ErrorKind::unavailable, "there is no folder to remember it in; set HOME or XDG_STATE_HOME"};
  }
  if (auto made = make_private_folder(file_.parent_path()); !made) return made.error();
  const auto lock = lock_beside(file_);
  if (!lock) return lock.error();
  auto all = load();
  if (!all) return all.error();
  if (!apply(*all)) return {};
  return write_private_file(file_, text_of(*all));
}

Result<void> TrustedFiles::add(TrustedFile trusted) const {
  const auto is_text = [](const std::filesystem::path& path) {
    return json::characters(Json(json::quoted(path.native()))) == path.native();
  };
  const bool are_texts =
      std::all_of(trusted.seen.begin(), trusted.seen.end(), [&](const SeenFile& seen) { return is_text(seen.path); });
  if (!are_texts || !is_text(trusted.file)) {
    return Error{ErrorKind::invalid_argument, "the path of a file is not UTF-8; rename it"};
  }
  return change([&](std::vector<TrustedFile>& all) {
    const auto is_same = [&](const TrustedFile& one) { return one.file == trusted.file; };
    all.erase(std::remove_if(all.begin(), all.end(), is_same), all.end());
    all.push_back(std::move(trusted));
    return true;
  });
}

Result<bool> TrustedFiles::remove(const std::filesystem::path& file) const {
  bool was_there = false;
  const auto changed = change([&](std::vector<TrustedFile>& all) {
    const auto is_it = [&](const TrustedFile& one) { return one.file == file; };
    const auto rest = std::remove_if(all.begin(), all.end(), is_it);
    was_there = rest != all.end();
    all.erase(rest, all.end());
    return was_there;
  });
  if (!changed) return changed.error();
  return was_there;
}

Result<void> TrustedFiles::record(const std::filesystem::path& file, const std::filesystem::path& written) const {
  const auto bytes = read_private_file(written, kMaxListBytes);
  if (!bytes) return bytes.error();
  return change([&](std::vector<TrustedFile>& all) {
    const auto trusted = std::find_if(all.begin(), all.end(), [&](const TrustedFile& one) { return one.file == file; });
    if (trusted == all.end()) return false;
    const auto seen = std::find_if(trusted->seen.begin(), trusted->seen.end(),
                                   [&](const SeenFile& one) { return one.path == written; });
    if (seen == trusted->seen.end()) {
      trusted->seen.push_back({written, sha256_of(*bytes)});
    } else {
      seen->sha256 = sha256_of(*bytes);
    }
    return true;
  });
}

}  // namespace workbench::app
