#include "client_files/docker_catalog.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "client_files/document.hpp"
#include "config/config_file.hpp"

namespace workbench::client_files {
namespace {

constexpr const char* kOfDocker = "docker-mcp.yaml";

/// Docker's own first, the others by their names.
std::vector<std::filesystem::path> catalogs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
    const bool is_a_of_docker = a.filename() == kOfDocker;
    const bool is_b_of_docker = b.filename() == kOfDocker;
    return is_a_of_docker != is_b_of_docker ? is_a_of_docker : a < b;
  });
  return files;
}

/// `name`, `"name"` or `'name'` before the colon of a line.
std::string_view key_of(std::string_view line) {
  std::string_view key = line.substr(0, line.find(':'));
  const bool is_quoted = key.size() > 1 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front();
  return is_quoted ? key.substr(1, key.size() - 2) : key;
}

}  // namespace

std::string only_entries(std::string_view catalog, const std::vector<std::string>& names) {
  std::string text;
  bool is_inside = false;
  bool is_wanted = false;
  std::size_t indentation = 0;
  while (!catalog.empty()) {
    const std::size_t end = std::min(catalog.find('\n'), catalog.size());
    const std::string_view line = catalog.substr(0, end);
    catalog.remove_prefix(std::min(end + 1, catalog.size()));
    const std::size_t begin = line.find_first_not_of(" \r");
    const bool has_content = begin != std::string_view::npos && line[begin] != '#';
    if (has_content && begin == 0) {
      is_inside = key_of(line) == "registry";
      is_wanted = false;
      indentation = 0;
      continue;
    }
    if (!is_inside) continue;
    if (has_content && indentation == 0) indentation = begin;
    if (has_content && begin == indentation) {
      is_wanted = std::find(names.begin(), names.end(), key_of(line.substr(begin))) != names.end();
    }
    if (is_wanted) text.append(line).append("\n");
  }
  return text.empty() ? text : "registry:\n" + text;
}

DockerCatalog::DockerCatalog(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  for (const std::filesystem::path& file : catalogs_in(folder / "catalogs")) add(file, names);
  auto settings = read_document(folder / "config.yaml");
  if (settings && settings->root) settings_ = *std::move(settings->root);
}

void DockerCatalog::add(const std::filesystem::path& file, const std::vector<std::string>& names) {
  const auto text = config::read_text_file(file, max_bytes_of(Format::json));
  if (!text) return;
  const Document document = parse(only_entries(*text, names), Format::yaml);
  const Value* const registry = document.root ? document.root->find("registry") : nullptr;
  if (registry == nullptr) return;
  for (const Member& member : registry->members) entries_.emplace(member.name, member.value);
}

const Value* DockerCatalog::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

}  // namespace workbench::client_files
