#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "gateway/modes/flat_names.hpp"
#include "gateway/toolbox.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {

/// The server that has what a client named, and the server's own name for it.
struct FlatSource {
  servers::Server* server;
  ToolIdentifier identifier;  ///< toolbox, server, and the server's own name or URI
};

/// Everything that the servers of all toolboxes list, as one list of each kind: in the order of the configuration, then
/// of the server, under names that are unique. Definitions are the servers' own, to the byte where nothing had to be
/// renamed. [loop thread]
class FlatCatalog {
 public:
  /// `toolboxes` must outlive it.
  explicit FlatCatalog(const std::vector<std::unique_ptr<Toolbox>>& toolboxes) : toolboxes_(toolboxes) {}

  /// A list of this kind has changed at a server.
  void forget(protocol::ListKind kind) { side(kind).is_current = false; }

  /// The list as a JSON array.
  [[nodiscard]] Json list(protocol::ListKind kind);

  /// The server that has what clients know as `name` (a tool's or prompt's name, a resource's URI or a template's
  /// text).
  [[nodiscard]] std::optional<FlatSource> find(protocol::ListKind kind, const std::string& name);

  /// The server that has a resource: it lists the resource or a template that fits it, or it is the only one that has
  /// resources at all.
  [[nodiscard]] std::optional<FlatSource> find_resource(const std::string& uri);
  /// The same without the last, which is right only when all servers are known.
  [[nodiscard]] std::optional<FlatSource> find_listed_resource(const std::string& uri);

 private:
  struct Side {
    bool is_current = false;
    FlatNames names;
    Json list;
    std::map<std::string, FlatSource> sources;
  };

  [[nodiscard]] Side& side(protocol::ListKind kind) { return sides_[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] Side& current(protocol::ListKind kind);
  [[nodiscard]] std::optional<FlatSource> find_by_template(const std::string& uri);
  [[nodiscard]] std::optional<FlatSource> find_only_server_with_resources(const std::string& uri) const;

  const std::vector<std::unique_ptr<Toolbox>>& toolboxes_;
  std::array<Side, 4> sides_;
};

/// Whether a URI template (RFC 6570) may expand to `uri`: each expression stands for any text.
[[nodiscard]] bool may_expand_to(std::string_view uri_template, std::string_view uri);

}  // namespace workbench::gateway
