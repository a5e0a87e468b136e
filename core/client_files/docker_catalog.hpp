#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/value.hpp"

namespace workbench::client_files {

/// What Docker's MCP Toolkit has beside its list of enabled servers: how to run each of them, and what its user has
/// set.
class DockerCatalog {
 public:
  /// Reads the files in `folder`: `catalogs/*.yaml`, of which docker-mcp.yaml comes first, and `config.yaml`. Only the
  /// entries of `names` are read of a catalog, because catalogs are large. What cannot be read has no entries.
  DockerCatalog(const std::filesystem::path& folder, const std::vector<std::string>& names);

  /// The entry of a server. Null: no catalog has it.
  [[nodiscard]] const Value* find(const std::string& name) const;
  /// An object with an object for each server.
  [[nodiscard]] const Value& settings() const { return settings_; }

 private:
  void add(const std::filesystem::path& file, const std::vector<std::string>& names);

  std::map<std::string, Value> entries_;
  Value settings_;
};

/// `catalog`, a text of YAML with an object `registry`, with only those entries of it that `names` has. A text that is
/// written in another way, such as on one line, is empty then.
[[nodiscard]] std::string only_entries(std::string_view catalog, const std::vector<std::string>& names);

}  // namespace workbench::client_files
