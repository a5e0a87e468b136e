#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/tool.hpp>

#include "config/toolboxes_file/config.hpp"
#include "json/source_locations.hpp"
#include "protocol/listing.hpp"
#include "registry/registry.hpp"
#include "servers/catalog_reviewer.hpp"

namespace workbench::app {

/// The places of entries in the toolboxes file. [startup]
class ToolboxesFileLocations {
 public:
  /// A file that cannot be read has no lines.
  explicit ToolboxesFileLocations(std::filesystem::path file);

  /// `FILE:LINE` of the server's entry; of its key `toolFilters`; of one filter in it; of one tool in its `tools`.
  [[nodiscard]] std::string of_server(std::string_view toolbox, std::string_view server) const;
  [[nodiscard]] std::string of_filters(std::string_view toolbox, std::string_view server) const;
  [[nodiscard]] std::string of_filter(std::string_view toolbox, std::string_view server, std::size_t index) const;
  [[nodiscard]] std::string of_tool(std::string_view toolbox, std::string_view server, std::string_view tool) const;

 private:
  [[nodiscard]] std::string place(std::string_view path) const;

  const std::filesystem::path file_;
  std::string text_;
  std::optional<json::SourceLocations> locations_;
};

/// The verdict of a server's `toolFilters` on one of its tools, and which entry decides.
struct FilterVerdict {
  bool is_admitted;
  std::string sentence;  ///< with the file and the line of the entry
};
[[nodiscard]] FilterVerdict verdict_of_filters(const config::ServerEntry& server, std::string_view toolbox,
                                               const Tool& tool, const registry::Registry& registry,
                                               const ToolboxesFileLocations& locations);

/// How `tools` of a server changes a tool.
struct EntryVerdict {
  std::string name;      ///< that clients are shown
  std::string sentence;  ///< what is changed, with the file and the line of the entry; empty: there is none
};
[[nodiscard]] EntryVerdict verdict_of_entries(const config::ServerEntry& server, std::string_view toolbox,
                                              const std::string& own_name, const ToolboxesFileLocations& locations);

/// The notes of a catalog that are about this tool.
[[nodiscard]] std::vector<std::string> notes_about(std::string_view tool, const std::vector<std::string>& notes);

}  // namespace workbench::app
