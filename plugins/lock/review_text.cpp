#include "review_text.hpp"

#include "base/shell_word.hpp"
#include "base/visible_text.hpp"
#include "lock/item_key.hpp"

namespace workbench::lock_review {
namespace {

std::string command(const ReviewedServer& server) {
  return "mcp-workbench lock --diff " + base::shell_word(lock::server_key(server.toolbox, server.server));
}

}  // namespace

std::string for_a_person(const ReviewedServer& server, std::string_view beginning) {
  return std::string(beginning).append("; a person has to look at it: ").append(command(server));
}

std::string for_a_model(const ReviewedServer& server) {
  return "a person has to look at it: " + command(server);
}

std::string no_record(const ReviewedServer& server, std::string_view problem) {
  if (server.toolboxes_file.empty()) return "there is no toolboxes file beside which workbench.lock would be";
  if (problem.empty()) {
    return "there is no workbench.lock beside the toolboxes file, so nothing was reviewed; a person has to write it: "
           "mcp-workbench lock";
  }
  return "workbench.lock is not usable: " + base::visible_line(problem);
}

std::string no_longer_listed(const ReviewedServer& server, CatalogItemKind kind, std::string_view name) {
  return lock::item_title(kind, name) + " of workbench.lock is no longer listed; see " + command(server);
}

}  // namespace workbench::lock_review
