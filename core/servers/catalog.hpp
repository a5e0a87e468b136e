#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/tool.hpp>

#include "protocol/listing.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::servers {

/// What one server has, as its clients see it: the tools that the filters admit, in the server's order, with
/// definitions that clients do not refuse; prompts, resources and templates as they come. Kept when the server ends.
/// What is hidden or repaired goes to the log. [loop thread]
class Catalog {
 public:
  /// `source` names the server in logs. `host` must outlive the catalog.
  Catalog(Host& host, std::string source, ToolFilters filters)
      : host_(host), source_(std::move(source)), filters_(std::move(filters)) {}

  /// Replaces one list by what the server lists now. `repaired_for` is the protocol version of the clients whose
  /// demands tool definitions are to meet; absent: they stay as they came. False: clients see no difference.
  bool update(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed,
              std::optional<std::string_view> repaired_for);

  /// What a run has learned of the server: its ServerCapabilities, and its own instructions for use.
  void describe(Json capabilities, std::string instructions) {
    is_known_ = true;
    capabilities_ = std::move(capabilities);
    instructions_ = std::move(instructions);
  }

  /// Whether a run has described the server yet.
  [[nodiscard]] bool is_known() const { return is_known_; }

  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_; }
  [[nodiscard]] const std::vector<protocol::ListedItem>& items(protocol::ListKind kind) const {
    return items_[static_cast<std::size_t>(kind)];
  }
  /// What was repaired in the definitions, and which tools had to be left out, in sentences.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  [[nodiscard]] bool has_tool(std::string_view name) const { return by_name_.find(name) != by_name_.end(); }
  /// Null: there is none of this name, or it is not admitted.
  [[nodiscard]] const Tool* find_tool(std::string_view name) const;

  /// The same, if transports may carry arguments of the tool beside the message ("x-mcp-header" in its definition).
  [[nodiscard]] const Tool* find_tool_with_headers(std::string_view name) const;

  /// Whether the server declares the capability (a member of ServerCapabilities).
  [[nodiscard]] bool has_capability(std::string_view name) const;
  /// Empty: it gave none.
  [[nodiscard]] const std::string& instructions() const { return instructions_; }

 private:
  void update_tools(const std::vector<protocol::ListedItem>& listed, std::optional<std::string_view> repaired_for);
  [[nodiscard]] bool is_admitted(const Tool& tool) const;
  /// The definition as clients accept it; absent: the tool has to be left out.
  [[nodiscard]] std::optional<Json> repaired(const Tool& tool, std::string_view revision);

  Host& host_;
  const std::string source_;
  const ToolFilters filters_;
  std::vector<Tool> tools_;
  struct Found {
    std::size_t index;
    bool has_headers;
  };
  std::map<std::string, Found, std::less<>> by_name_;  // in tools_
  std::vector<std::string> notes_;
  std::array<std::vector<protocol::ListedItem>, 4> items_;  // by ListKind
  bool is_known_ = false;
  Json capabilities_{"{}"};
  std::string instructions_;
};

}  // namespace workbench::servers
