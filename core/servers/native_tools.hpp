#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>

#include "protocol/listing.hpp"
#include "schema_repair/argument_names.hpp"

namespace workbench::servers {

/// What is different about the tools of a server in native lists, whose definitions clients pass to models' APIs
/// (schema_repair::native_definition()), and the way back for their calls. Tools are named as clients know them.
/// [loop thread]
class NativeTools {
 public:
  void clear() {
    for_models_.clear();
    own_names_.clear();
  }
  /// Adds a tool with this definition, which has been repaired; returns the one for native lists.
  [[nodiscard]] Json add(const std::string& name, const Json& definition);

  /// The definition of a tool among Catalog::items() for a host that is known to pass it to a model's API.
  [[nodiscard]] const Json& definition_for_models(const protocol::ListedItem& tool) const {
    const auto found = for_models_.find(tool.name);
    return found == for_models_.end() ? tool.definition : found->second;
  }

  /// The tool's arguments that have another name in native lists; null: there are none.
  [[nodiscard]] const schema_repair::ArgumentNames* renamed_arguments(std::string_view name) const;

  /// The arguments of a call of the tool, under the names that Catalog::tools() has.
  [[nodiscard]] Json own_arguments(std::string_view name, Json arguments) const {
    return own_names_.empty() ? std::move(arguments) : by_own_names(name, std::move(arguments));
  }

 private:
  [[nodiscard]] Json by_own_names(std::string_view name, Json arguments) const;

  std::map<std::string, Json, std::less<>> for_models_;
  std::map<std::string, schema_repair::ArgumentNames, std::less<>> own_names_;
};

}  // namespace workbench::servers
