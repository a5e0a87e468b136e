#include "servers/catalog_cache.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/implementation.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::servers {
namespace {

using protocol::ListedItem;
using protocol::ListKind;

/// Of the form of the files. A file of another number is not read.
constexpr int kFormat = 1;

/// For nobody but the user: catalogs may name what the user works on.
constexpr ::mode_t kFolderMode = 0700;

Error from_errno(const std::string& what, const std::filesystem::path& path) {
  const int number = errno;
  const ErrorKind kind = number == ENOENT ? ErrorKind::not_found : ErrorKind::unavailable;
  return {kind, what + " " + path.string() + ": " + std::generic_category().message(number)};
}

Error unusable(const std::string& why) {
  return {ErrorKind::protocol, "the cached catalog is not usable: " + why};
}

/// A whole small file. It must be the user's own: what it says reaches models.
Result<std::string> read_file(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return from_errno("cannot open", path);
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return from_errno("cannot look at", path);
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return unusable("it is not a file of this user");
  if (status.st_size > static_cast<::off_t>(CatalogCache::kMaxBytes)) return unusable("it is too long");
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ::ssize_t count = ::read(file.get(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return from_errno("cannot read", path);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  text.resize(length);
  return text;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// A file in place of `path`, which others see whole or not at all. It is not synchronized with the disk: after a power
/// failure the cache may lack it, or have a damaged one, which is noticed.
Result<void> replace_file(const std::filesystem::path& path, std::string_view text) {
  std::string name = path.string() + ".XXXXXX";
  const FileDescriptor file(::mkostemp(name.data(), O_CLOEXEC));  // with mode 0600
  if (!file) return from_errno("cannot make", name);
  if (write_all(file.get(), text) && ::rename(name.c_str(), path.c_str()) == 0) return {};
  Error error = from_errno("cannot write", path);
  ::unlink(name.c_str());
  return error;
}

Result<void> remove_file(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return from_errno("cannot remove", path);
}

Result<void> make_folder(const std::filesystem::path& folder) {
  std::error_code ignored;  // what is missing in the end is reported by mkdir()
  std::filesystem::create_directories(folder.parent_path(), ignored);
  if (::mkdir(folder.c_str(), kFolderMode) == 0 || errno == EEXIST) return {};
  return from_errno("cannot make the folder", folder);
}

std::optional<protocol::Revision> find_any_revision(std::string_view name) {
  if (name == protocol::name_of(protocol::kModernRevision)) return protocol::kModernRevision;
  return protocol::find_revision(name);
}

/// The elements of a kept list. protocol: it is not one that a server could have listed.
ListedItems read_list(const Json& list, ListKind kind, std::size_t max_items) {
  std::vector<ListedItem> items;
  std::unordered_set<std::string> names;
  if (list.kind() != JsonKind::array) return unusable(std::string(protocol::list_member(kind)) + " is not an array");
  for (Json& definition : json::elements(list)) {
    auto name = name_in(definition, kind);
    if (!name) return unusable(name.error().message);
    if (!names.insert(*name).second) return unusable("two items are named '" + *name + "'");
    if (names.size() > max_items) return unusable("it has more items than limits.toolsPerServer");
    items.push_back({*std::move(name), std::move(definition)});
  }
  return items;
}

bool lists_nothing(const StartupResult& catalog) {
  return std::all_of(catalog.lists.begin(), catalog.lists.end(), [](const auto& list) { return list.empty(); });
}

std::string write_catalog(const std::string& key, const StartupResult& catalog) {
  JsonWriter writer;
  writer.object().member("format", kFormat).member("workbench", protocol::version()).member("key", key);
  writer.member("revision", protocol::name_of(catalog.revision)).member("capabilities", catalog.capabilities);
  writer.member("instructions", catalog.instructions);
  for (const ListKind kind : protocol::kListKinds) {
    writer.key(protocol::list_member(kind)).array();
    for (const ListedItem& item : catalog.lists[static_cast<std::size_t>(kind)]) writer.value(item.definition);
    writer.end();
  }
  return std::move(writer.end()).take();
}

}  // namespace

std::string CatalogCache::key_of(std::string_view toolbox, const config::ServerEntry& entry,
                                 const Json& client_capabilities) {
  JsonWriter writer;
  writer.array().string(toolbox).string(entry.name).string(entry.transport).string(entry.identity);
  writer.string(entry.protocol).boolean(entry.shows_content);
  writer.string(protocol::relayable_capabilities(client_capabilities, false)).end();
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_256);
  engine.update(writer.text().data(), writer.text().size());
  return Poco::DigestEngine::digestToHex(engine.digest());
}

Result<StartupResult> CatalogCache::read(const std::string& key) const {
  if (folder_.empty()) return Error{ErrorKind::not_found, "no catalogs are kept"};
  auto text = read_file(file_of(key));
  if (!text) return text.error();
  return parse(*std::move(text), key);
}

// The definitions share the text of the file.
Result<StartupResult> CatalogCache::parse(std::string text, const std::string& key) const {
  const auto checked = host_.json().checked(std::move(text));
  if (!checked) return unusable(checked.error().message);
  constexpr std::array<std::string_view, 6> kNames{"format",   "workbench",    "key",
                                                   "revision", "capabilities", "instructions"};
  std::array<Json, 6> found;
  if (const auto repeated = json::pick_members(*checked, kNames, found)) {
    return unusable("it has '" + std::string(*repeated) + "' twice");
  }
  const auto& [format, version, file_key, revision, capabilities, instructions] = found;
  if (format.text() != std::to_string(kFormat) || json::characters(version) != protocol::version()) {
    return unusable("another version of the workbench has written it");
  }
  if (json::characters(file_key) != key) return unusable("it is of another server");
  const auto known_revision = find_any_revision(json::characters(revision));
  if (!known_revision) return unusable("its protocol version is not known");
  if (capabilities.kind() != JsonKind::object) return unusable("capabilities is not an object");
  if (instructions.kind() != JsonKind::string) return unusable("instructions is not a string");

  StartupResult catalog{*known_revision, capabilities, json::characters(instructions), {}};
  for (const ListKind kind : protocol::kListKinds) {
    auto items = read_list(json::member(*checked, protocol::list_member(kind)), kind, host_.limits().tools_per_server);
    if (!items) return items.error();
    catalog.lists[static_cast<std::size_t>(kind)] = *std::move(items);
  }
  return catalog;
}

Result<void> CatalogCache::write(const std::string& key, const StartupResult& catalog) const {
  if (folder_.empty()) return {};
  if (lists_nothing(catalog)) return remove_file(file_of(key));
  const std::string text = write_catalog(key, catalog);
  if (text.size() > kMaxBytes) return Error{ErrorKind::unavailable, "the catalog is too long to be kept"};
  if (const auto present = read_file(file_of(key)); present && *present == text) return {};
  if (const auto made = make_folder(folder_); !made) return made;
  return replace_file(file_of(key), text);
}

std::filesystem::path catalog_cache_folder(const config::Environment& environment) {
  constexpr const char* kName = "mcp-workbench";
  // "If an implementation encounters a relative path in any of these variables it should consider the path invalid and
  // ignore it" (XDG Base Directory Specification).
  const std::filesystem::path caches(environment("XDG_CACHE_HOME").value_or(""));
  if (caches.is_absolute()) return caches / kName;
  const std::filesystem::path home(environment("HOME").value_or(""));
  return home.is_absolute() ? home / ".cache" / kName : std::filesystem::path();
}

}  // namespace workbench::servers
