#include "servers/catalog_cache.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/implementation.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::servers {
namespace {

using protocol::ListedItem;
using protocol::ListKind;

/// The version of the files' format. A file of another version is not read.
constexpr int kFormat = 2;

constexpr const char* kUnusable = "the cached catalog is not usable";

Error unusable(const std::string& why) {
  return Error{ErrorKind::protocol, why}.within(kUnusable);
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

/// See CatalogCache::write().
bool may_list_tools_later(const StartupResult& catalog) {
  const auto& lists = catalog.lists;
  if (!lists[static_cast<std::size_t>(ListKind::tools)].empty()) return false;
  return !json::member(catalog.capabilities, "tools").is_absent() ||
         std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); });
}

/// `NAME=VALUE` of each variable of our environment that one of `names` means, in a fixed order; a name with `*` at its
/// end means all that begin so.
std::vector<std::string_view> inherited_variables(const std::vector<std::string>& names) {
  const auto means = [](std::string_view name, std::string_view variable) {
    if (name.ends_with('*')) return variable.starts_with(name.substr(0, name.size() - 1));
    return variable.substr(0, variable.find('=')) == name;
  };
  std::vector<std::string_view> inherited;
  for (char** variable = names.empty() ? nullptr : environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return means(name, text); })) {
      inherited.push_back(text);
    }
  }
  std::sort(inherited.begin(), inherited.end());
  return inherited;
}

bool may_be_asked(const Json& client_capabilities) {
  return protocol::askable_of(client_capabilities).find('1') != std::string::npos;
}

std::string write_catalog(const std::string& key, const StartupResult& catalog, std::string_view admitted_on) {
  JsonWriter writer;
  writer.object().member("format", kFormat).member("workbench", protocol::version()).member("key", key);
  writer.member("revision", protocol::name_of(catalog.revision)).member("capabilities", catalog.capabilities);
  writer.member("instructions", catalog.instructions);
  if (!catalog.server_info.is_absent()) writer.member("serverInfo", catalog.server_info);
  if (!admitted_on.empty()) writer.member("admittedOn", admitted_on);
  for (const ListKind kind : protocol::kListKinds) {
    writer.key(protocol::list_member(kind)).array();
    for (const ListedItem& item : catalog.lists[static_cast<std::size_t>(kind)]) writer.value(item.definition);
    writer.end();
  }
  return std::move(writer.end()).take();
}

}  // namespace

std::string CatalogCache::key_of(std::string_view toolbox, const config::ServerEntry& entry,
                                 const Json& client_capabilities, std::string_view principal, const Json& client,
                                 bool has_logins) {
  JsonWriter writer;
  writer.array().string(toolbox).string(entry.name).string(entry.transport).string(entry.identity);
  writer.string(entry.protocol).boolean(entry.lists_content);
  writer.string(protocol::relayable_capabilities(client_capabilities, false));
  std::error_code ignored;  // a folder that was removed has no path
  writer.string(std::filesystem::current_path(ignored).native()).array();
  for (const std::string_view variable : inherited_variables(entry.inherited)) writer.string(variable);
  writer.end();
  if (!principal.empty() && (has_logins || may_be_asked(client_capabilities))) writer.string(principal);
  if (!client.is_absent()) writer.value(client);
  writer.end();
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_256);
  engine.update(writer.text().data(), writer.text().size());
  return Poco::DigestEngine::digestToHex(engine.digest());
}

Result<KeptCatalog> CatalogCache::read(const std::string& key) const {
  if (!is_on_) return Error{ErrorKind::not_found, "no catalogs are kept"};
  auto text = files_.read(key, kMaxBytes);
  if (!text) return text.error().within(kUnusable);
  return parse(*std::move(text), key);
}

// The definitions share the text of the file.
Result<KeptCatalog> CatalogCache::parse(std::string text, const std::string& key) const {
  const auto checked = host_.json().checked(std::move(text));
  if (!checked) return unusable(checked.error().message);
  constexpr std::array<std::string_view, 8> kNames{"format",       "workbench",    "key",        "revision",
                                                   "capabilities", "instructions", "serverInfo", "admittedOn"};
  std::array<Json, 8> found;
  if (const auto repeated = json::pick_members(*checked, kNames, found)) {
    return unusable("it has '" + std::string(*repeated) + "' twice");
  }
  const auto& [format, version, file_key, revision, capabilities, instructions, server_info, admitted_on] = found;
  if (format.text() != std::to_string(kFormat) || json::characters(version) != protocol::version()) {
    return unusable("another version of the workbench has written it");
  }
  if (json::characters(file_key) != key) return unusable("it is of another server");
  const auto known_revision = find_any_revision(json::characters(revision));
  if (!known_revision) return unusable("its protocol version is not known");
  if (capabilities.kind() != JsonKind::object) return unusable("capabilities is not an object");
  if (instructions.kind() != JsonKind::string) return unusable("instructions is not a string");

  KeptCatalog catalog{{*known_revision, capabilities, json::characters(instructions), {}, server_info},
                      json::characters(admitted_on)};
  for (const ListKind kind : protocol::kListKinds) {
    auto items = read_list(json::member(*checked, protocol::list_member(kind)), kind, host_.limits().tools_per_server);
    if (!items) return items.error();
    catalog.lists[static_cast<std::size_t>(kind)] = *std::move(items);
  }
  return catalog;
}

Result<void> CatalogCache::write(const std::string& key, const StartupResult& catalog,
                                 std::string_view admitted_on) const {
  if (!is_on_) return {};
  if (may_list_tools_later(catalog)) return files_.remove(key);
  const std::string text = write_catalog(key, catalog, admitted_on);
  if (text.size() > kMaxBytes) return Error{ErrorKind::unavailable, "the catalog is too long to be kept"};
  if (const auto present = files_.read(key, kMaxBytes); !present || *present != text) return files_.write(key, text);
  files_.confirm(key);
  return {};
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
