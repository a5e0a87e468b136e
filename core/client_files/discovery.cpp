#include "client_files/discovery.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace workbench::client_files {
namespace {

bool is_empty(const ServerGroup& group) {
  return group.servers->members.empty() && group.servers->elements.empty();
}

/// The names in the lists of other files that exclude servers of this group.
std::vector<std::string> excluded_elsewhere(const ServerGroup& group, Surroundings surroundings) {
  std::vector<std::string> names;
  if (!group.project.empty()) surroundings.project = group.project;
  for (const ClientRow::ListElsewhere& list : group.client->off_lists_elsewhere) {
    const auto document = read_document(place_of(list.place, surroundings));
    if (!document || !document->root) continue;
    std::vector<std::string> path = list.path;
    std::replace(path.begin(), path.end(), std::string(kAnyProject), group.project.string());
    const Value* const found = document->root->at(path);
    if (found == nullptr) continue;
    for (const Value& element : found->elements) names.push_back(element.text);
  }
  return names;
}

}  // namespace

std::vector<FoundFile> find_client_files(const Surroundings& surroundings) {
  std::vector<FoundFile> files;
  for (const ClientRow& client : client_table()) {
    if (client.scope == Scope::project) continue;
    for (const std::filesystem::path& place : places_of(client, surroundings)) {
      auto known =
          std::find_if(files.begin(), files.end(), [&](const FoundFile& found) { return found.file == place; });
      if (known == files.end()) {
        std::error_code failed;
        if (!std::filesystem::is_regular_file(place, failed)) continue;
        auto read = read_document(place);
        if (!read) continue;  // not for this user
        files.push_back({place, std::make_shared<const Document>(*std::move(read)), {}});
        known = std::prev(files.end());
      }
      if (!known->document->root) continue;
      for (ServerGroup& group : groups_of(client, place, *known->document->root, surroundings.project)) {
        if (is_empty(group)) continue;
        group.off = excluded_elsewhere(group, surroundings);
        known->groups.push_back(std::move(group));
      }
    }
  }
  std::erase_if(files, [](const FoundFile& found) { return found.document->root && found.groups.empty(); });
  return files;
}

std::vector<ProjectFile> find_project_files(const Surroundings& surroundings) {
  std::vector<ProjectFile> files;
  for (const ClientRow& client : client_table()) {
    if (client.scope != Scope::project) continue;
    for (std::filesystem::path& place : places_of(client, surroundings)) {
      std::error_code failed;
      // If the home folder is the working directory, a file belongs to the user.
      if (is_place_of_user(place, surroundings) || !std::filesystem::is_regular_file(place, failed)) continue;
      const auto document = read_document(place);
      if (!document || !document->root) continue;
      const auto groups = groups_of(client, place, *document->root);
      if (std::all_of(groups.begin(), groups.end(), is_empty)) continue;
      files.push_back({std::move(place), &client});
    }
  }
  return files;
}

Result<FoundFile> read_client_file(const std::filesystem::path& file, const Surroundings& surroundings) {
  auto read = read_document(file);
  if (!read) return read.error();
  FoundFile found{file, std::make_shared<const Document>(*std::move(read)), {}};
  const Document& document = *found.document;
  if (document.root) found.groups = recognise(file, *document.root, document.format, surroundings);
  for (ServerGroup& group : found.groups) group.off = excluded_elsewhere(group, surroundings);
  return found;
}

}  // namespace workbench::client_files
