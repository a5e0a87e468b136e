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

/// Who has what a client named, and what that is called there.
struct FlatSource {
  servers::Server* server;
  ToolIdentifier identifier;  ///< toolbox, server, and the server's own name or URI
};

/// Everything that the servers of all toolboxes list, as one list of each kind: in the order of the configuration, then
/// of the server, under names that are unique. Definitions are the servers' own, to the byte where nothing had to be
/// renamed. [loop thread]
class FlatCatalog {
 public:
  /// Both must outlive the catalogue.
  FlatCatalog(const std::vector<std::unique_ptr<Toolbox>>& toolboxes, const JsonAccess& json)
      : toolboxes_(toolboxes), json_(json) {}

  /// What a server contributes has changed: look again.
  void forget(protocol::ListKind kind) { side(kind).is_current = false; }

  /// The list as a JSON array.
  [[nodiscard]] Json list(protocol::ListKind kind);

  /// Who has what clients know as `name` (a tool's or prompt's name, a resource's URI or a template's text).
  [[nodiscard]] std::optional<FlatSource> find(protocol::ListKind kind, const std::string& name);

  /// Who has a resource: it is listed, or a template fits it, or only one server has resources at all.
  [[nodiscard]] std::optional<FlatSource> find_resource(const std::string& uri);
  /// The same without the last, which is right only when all servers are known.
  [[nodiscard]] std::optional<FlatSource> find_listed_resource(const std::string& uri);

  /// The name under which clients know what `server` calls `name`; empty if it is not listed.
  [[nodiscard]] std::string public_name(protocol::ListKind kind, const servers::Server& server,
                                        const std::string& name);

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
  const JsonAccess& json_;
  std::array<Side, 4> sides_;
};

/// Whether a URI template (RFC 6570) may expand to `uri`: each expression stands for any text.
[[nodiscard]] bool may_expand_to(std::string_view uri_template, std::string_view uri);

}  // namespace workbench::gateway
