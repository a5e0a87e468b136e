#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "base/name_map.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "gateway/exposure/unique_names.hpp"
#include "gateway/requests/uri_templates.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {

/// The server that has what a client named, and the server's own name for it.
struct ListedSource {
  servers::Server* server;
  ToolIdentifier identifier;  ///< toolbox, server, and the server's own name or URI
};

/// Everything that some servers list, as one list of each kind: in the order of the configuration, then of the server,
/// under names that are unique (unique_names()). Definitions are the servers' own, to the byte where nothing had to be
/// renamed, and for tools nothing else that models' APIs refuse (schema_repair::native_definition()). If a server that
/// becomes known later has changed names, a name of the list that was shown last keeps its meaning until the new list
/// is shown. [loop thread]
class NativeCatalog {
 public:
  /// `shows_tasks`: whether clients are shown, at the moment, which tools may be called as tasks (`execution`); empty:
  /// they never are. `max_name_bytes`: of the names of tools. `servers` must outlive it.
  explicit NativeCatalog(const NativeServers& servers, std::function<bool()> shows_tasks = {},
                         std::size_t max_name_bytes = kMaxNativeName)
      : servers_(servers), shows_tasks_(std::move(shows_tasks)), max_name_bytes_(max_name_bytes) {}

  /// A list of this kind has changed at a server.
  void forget(protocol::ListKind kind) { named_list(kind).is_current = false; }

  /// The servers may have been replaced. True: the list has changed since the last time.
  [[nodiscard]] bool refresh(protocol::ListKind kind);

  /// Who is shown a list: hosts of models (is_host_of_models()) see some tools with another definition.
  enum class Reader { any_client, host_of_models };

  /// The list as a JSON array, for a client: it is the one that was shown last, from now on.
  [[nodiscard]] Json list(protocol::ListKind kind, Reader reader = Reader::any_client);

  /// The server that has what clients know as `name` (a tool's or prompt's name, a resource's URI or a template's
  /// text).
  [[nodiscard]] std::optional<ListedSource> find(protocol::ListKind kind, std::string_view name);

  /// Whether clients have been shown this name for something that is not in the list any more: it means nothing else
  /// until they are shown the new list.
  [[nodiscard]] bool was_shown(protocol::ListKind kind, std::string_view name) const;

  /// The URI templates that the server lists.
  [[nodiscard]] const UriTemplates& templates_of(const servers::Server& server);

  /// Whether a resource or a URI template that the server lists has this scheme, as scheme_of() has it.
  [[nodiscard]] bool lists_scheme(const servers::Server& server, std::string_view scheme);

 private:
  /// What the names of one list stand for. The servers of a list that is no longer current may have been destroyed.
  struct Sources {
    base::NameMap<ListedSource> by_name;
    base::NameMap<const ListedSource*> by_identifier;  // see identifier_key(); empty unless another list was shown
  };
  struct NamedList {
    bool is_current = false;
    bool has_tasks = false;  // it shows them
    Json list{"[]"};
    Json list_for_models;  // absent: it is the same
    std::shared_ptr<const Sources> sources = std::make_shared<const Sources>();
    std::shared_ptr<const Sources> shown;  // of the list that was shown last; null: none was, or it is one of URIs
    std::map<const servers::Server*, UriTemplates> templates;  // unless the list is one of something else
    std::map<const servers::Server*, base::NameSet> schemes;   // of a list of URIs or templates
  };

  [[nodiscard]] NamedList& named_list(protocol::ListKind kind) { return lists_[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] NamedList& current(protocol::ListKind kind);
  struct Listing;
  [[nodiscard]] Listing gather(protocol::ListKind kind) const;

  const NativeServers& servers_;
  const std::function<bool()> shows_tasks_;
  const std::size_t max_name_bytes_;
  std::array<NamedList, 4> lists_;
};

}  // namespace workbench::gateway
