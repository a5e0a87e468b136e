#include "client_files/splice.hpp"

#include <algorithm>
#include <utility>

#include "client_files/exchange.hpp"

namespace workbench::client_files {

Result<std::string> put_in_place(const Document& document, const ServerGroup& group,
                                 const std::vector<std::string>& names, const WorkbenchEntry& entry) {
  if (group.client->entry == ClientRow::Entry::docker_registry) {
    return Error{ErrorKind::invalid_argument, "lists what the gateway of Docker runs, and stays as it is"};
  }
  const std::string text = entry_text(*group.client, entry, 0);
  auto edited = exchanged(document, {group.path, names, {{entry.name, text}}});
  if (!edited) {
    return Error{edited.error().kind, edited.error().message + "; replace them by hand with: " + text};
  }
  return edited;
}

}  // namespace workbench::client_files
