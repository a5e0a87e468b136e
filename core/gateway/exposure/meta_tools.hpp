#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/meta_tool.hpp>
#include <workbench/result.hpp>

#include "registry/registry.hpp"

namespace workbench::gateway {

/// The meta-tools that the clients of one workspace are shown, and their definitions as each kind of host gets them.
/// [loop thread]
class MetaTools {
 public:
  enum class Instructions {
    name_toolboxes,  ///< a client that reads them knows the toolboxes, so that the definitions need not list them
    are_general,
  };

  /// Both must outlive it.
  MetaTools(const workbench::Toolboxes& toolboxes, Host& host, Instructions instructions)
      : toolboxes_(toolboxes), host_(host), instructions_(instructions) {}

  /// Shows the meta-tools registered under `names`, in this order, instead of the previous ones. True: clients see a
  /// difference. not_found: a name is not registered. protocol: a definition is not what its plugin promised. Nothing
  /// has changed then.
  [[nodiscard]] Result<bool> show(const std::vector<std::string>& names, const registry::Registry& registry);

  /// Whether clients are shown none.
  [[nodiscard]] bool is_empty() const { return meta_tools_.empty(); }

  /// Null: clients are not shown one of this name.
  [[nodiscard]] MetaTool* find(std::string_view name) const;

  /// The definitions for this client's host, separated by commas. Written when a client of this kind first asks.
  [[nodiscard]] const std::string& definitions(const ClientInfo& client);

 private:
  [[nodiscard]] std::string write_definitions(const ClientProfile& client) const;
  [[nodiscard]] Json for_client(const Json& definition, const ClientProfile& client) const;

  const workbench::Toolboxes& toolboxes_;
  Host& host_;
  const Instructions instructions_;
  std::vector<std::pair<std::string, MetaTool*>> meta_tools_;
  std::string whole_;                                        // the definitions for an unknown host
  std::map<const ClientProfile*, std::string> definitions_;  // by kind of host, as far as asked for
};

}  // namespace workbench::gateway
