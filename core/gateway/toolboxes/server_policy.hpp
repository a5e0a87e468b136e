#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>
#include <workbench/tool_policy.hpp>

#include "config/toolboxes_file/call_policy.hpp"
#include "registry/registry.hpp"
#include "servers/catalog.hpp"

namespace workbench::gateway {

/// What the configuration demands of requests to one server (`approve` and `labels`), put together from the filters
/// that plugins registered. Entries match the name that clients see or the server's own. What is demanded of a listed
/// tool is computed once for each state of the catalog. [loop thread]
class ServerPolicy {
 public:
  /// invalid_argument: an entry makes no sense; the message names it. `registry` must outlive the policy.
  [[nodiscard]] static Result<ServerPolicy> from(const config::CallPolicy& policy, const registry::Registry& registry);

  /// What is demanded of a call of the tool that clients know by this name. `catalog` is the server's; see
  /// Toolboxes::policy_of().
  [[nodiscard]] ToolPolicy of_tool(std::string_view name, const servers::Catalog& catalog) const;

  /// What is demanded of another request; see Toolboxes::policy_of(). Only entries that read nothing but names match.
  [[nodiscard]] ToolPolicy of_request(std::string_view name) const;

  /// The catalog has changed.
  void forget_tools() { known_.clear(); }

  /// The entries of `approve` that match no tool of a catalog that has been listed, as they are written.
  [[nodiscard]] std::vector<std::string> entries_without_tool(const servers::Catalog& catalog) const;

 private:
  struct Entry {
    std::string text;  ///< as it is written
    bool takes_back = false;
    bool reads_only_names = false;
    std::unique_ptr<registry::GuardedToolFilter> filter;  ///< null: "flow:"

    [[nodiscard]] bool matches(const Tool& tool, const std::string& own_name) const;
  };

  /// What of a request is known to entries.
  enum class Known {
    tool,     ///< the tool as its server lists it
    name,     ///< of a tool, so that an entry which reads more assumes the worst
    no_tool,  ///< the request is about something else
  };
  [[nodiscard]] bool applies(const Entry& entry, const Tool& tool, const std::string& own_name, Known known) const;
  void find_approvals(const Tool& tool, const std::string& own_name, Known known, ToolPolicy& policy) const;
  [[nodiscard]] const FlowLabels& labels_of(const std::string& own_name) const;
  [[nodiscard]] ToolPolicy computed(const Tool& tool, const std::string& own_name, Known known) const;

  std::vector<Entry> entries_;
  FlowLabels labels_;
  std::map<std::string, FlowLabels> tool_labels_;                 // by the server's own names
  mutable std::map<std::string, ToolPolicy, std::less<>> known_;  // of listed tools, by the names that clients see
};

}  // namespace workbench::gateway
