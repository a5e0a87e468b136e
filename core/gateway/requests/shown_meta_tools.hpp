#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::gateway {

/// The names of the meta-tools that the clients of one workspace see: texts for models name a meta-tool only if
/// it is among them. The mode decides which they are. [loop thread]
class ShownMetaTools {
 public:
  void assign(std::vector<std::string> names) { names_ = std::move(names); }
  [[nodiscard]] bool has(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace workbench::gateway
