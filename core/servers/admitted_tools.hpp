#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/tool.hpp>

#include "protocol/listed_item.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::servers {

/// The tools of one server as its clients get them: those that the filters admit, in the server's order, with
/// definitions that clients do not refuse. What is hidden or mended is said in the log. [loop thread]
class AdmittedTools {
 public:
  /// `source` names the server in logs. `host` must outlive the tools.
  AdmittedTools(Host& host, const std::string& source, Admission admission)
      : host_(host), source_(source), admission_(std::move(admission)) {}

  /// Replaces what is known by what the server lists now. `repaired_for` is the protocol version of the clients whose
  /// demands the definitions are to meet; absent: they stay as they came.
  void take(const std::vector<protocol::ListedItem>& listed, std::optional<std::string_view> repaired_for);

  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_; }
  [[nodiscard]] const std::vector<protocol::ListedItem>& items() const { return items_; }
  /// What was mended in the definitions, and which tools had to be left out, in sentences.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  [[nodiscard]] bool has(std::string_view name) const { return names_.find(name) != names_.end(); }
  /// Null: there is none of this name.
  [[nodiscard]] const Tool* find(std::string_view name) const;

 private:
  [[nodiscard]] bool is_admitted(const Tool& tool) const;
  /// The definition as clients take it; absent: the tool has to be left out.
  [[nodiscard]] std::optional<Json> repaired(const Tool& tool, std::string_view revision);

  Host& host_;
  const std::string source_;
  const Admission admission_;
  std::vector<Tool> tools_;
  std::vector<protocol::ListedItem> items_;
  std::set<std::string, std::less<>> names_;
  std::vector<std::string> notes_;
};

}  // namespace workbench::servers
