#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/meta_tool.hpp>

#include "tool_search.hpp"
#include "tool_usage.hpp"

namespace meta_tools {

/// Finds tools of all toolboxes by what they do, also tools of servers that are not running.
class SearchTools final : public workbench::MetaTool {
 public:
  /// With more tools than this in all toolboxes together, they are searched rather than read.
  static constexpr std::size_t kMaxToolsOfAPage = 60;

  /// `host` must outlive it. `usage`: how often tools are called, to order tools that match equally well.
  SearchTools(workbench::Host& host, std::shared_ptr<ToolUsage> usage)
      : usage_(std::move(usage)), search_(host.json()) {}

  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  /// Whether more than kMaxToolsOfAPage tools are known. Once they are, that is remembered for toolboxes with the same
  /// servers, so that further workspaces need not read their catalogs, and all clients get the same list of tools.
  [[nodiscard]] bool is_available_by_default(const workbench::Toolboxes& toolboxes) const override;
  void call(workbench::ToolCall call) override;

 private:
  struct Request {
    std::string query;
    std::size_t limit = 0;
    std::string toolbox;  // empty: all
  };

  /// Principals may see different toolboxes, and the configuration may change.
  static constexpr std::size_t kMaxDecisions = 100;

  [[nodiscard]] std::vector<ToolIndex::Hit> best_of(const ToolIndex& index,
                                                    const std::vector<workbench::KnownTool>& known,
                                                    const Request& request, workbench::Host& host) const;

  std::shared_ptr<ToolUsage> usage_;
  ToolSearch search_;
  mutable std::map<std::string, bool> decisions_;  // by the names of toolboxes and servers
};

}  // namespace meta_tools
