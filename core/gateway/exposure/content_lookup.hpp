#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>

#include "gateway/exposure/native_catalog.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "gateway/requests/resource_links.hpp"

namespace workbench::gateway {

/// Whether a reference of a `completion/complete` names a prompt, and not a resource template.
[[nodiscard]] bool is_prompt_reference(const Json& reference);

/// Which server has the prompt or the resource that a client names. [loop thread]
class ContentLookup {
 public:
  /// How much of the catalog is known.
  enum class Known {
    listed,  ///< some servers have not listed yet; a resource may belong to one of those
    all,
  };

  /// `catalog` belongs to `servers`. All of it must outlive the lookup.
  ContentLookup(const NativeServers& servers, NativeCatalog& catalog, const ResourceLinks& resource_links)
      : servers_(servers), catalog_(catalog), resource_links_(resource_links) {}

  /// Absent: no server is known to have it.
  [[nodiscard]] std::optional<ListedSource> find_prompt(const std::string& name) const {
    return catalog_.find(protocol::ListKind::prompts, name);
  }

  /// The first server in the configuration that lists the resource, has named it in a result or as the view of a tool,
  /// or lists a template of its scheme that fits it: no server takes from another what that one serves, whatever it
  /// lists or names later. A template that fits every scheme says nothing against those. If all are known, also the
  /// only server that may have it: see find_only_server(). Never one of which a review withholds the resource.
  [[nodiscard]] std::optional<ListedSource> find_resource(const std::string& uri, Known known) const;

  /// The server that has what a completion is about, a prompt or a resource template, and its own name for it.
  [[nodiscard]] std::optional<ListedSource> find_reference(const Json& reference, Known known) const;

 private:
  template <typename Serves>
  [[nodiscard]] std::optional<ListedSource> find_first_server(const std::string& uri, Serves serves) const;
  /// The only server that has resources at all; of several, the only one that lists a resource or a template of the
  /// URI's scheme. Servers need not list everything that they serve, and their templates are not always as exact as
  /// RFC 6570. Which of two servers is meant is never guessed.
  [[nodiscard]] std::optional<ListedSource> find_only_server(const std::string& uri) const;

  const NativeServers& servers_;
  NativeCatalog& catalog_;
  const ResourceLinks& resource_links_;
};

}  // namespace workbench::gateway
