#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_set>

#include <workbench/tool_identifier.hpp>

namespace workbench::call_log {

/// A tool that was called, shared by its calls.
struct KeptTool {
  ToolIdentifier name;     ///< each part has kMaxNameBytes at most: what is longer was cut
  std::uint64_t uses = 0;  ///< that KeptTools::take_uses() has not taken

  static constexpr std::size_t kMaxNameBytes = 1024;

  [[nodiscard]] std::size_t bytes() const {
    return sizeof(*this) + name.toolbox.size() + name.server.size() + name.tool.size();
  }
};

/// The tools of all calls that are kept, each once, so that a call copies no names. [loop thread]
class KeptTools {
 public:
  /// `max_tools`: more than the calls that are kept at once have between them, and the tools that there are.
  explicit KeptTools(std::size_t max_tools) : max_tools_(max_tools) {}
  void set_max(std::size_t max_tools) { max_tools_ = max_tools; }

  /// The tool of this name. Beyond `max_tools`, its uses are not counted.
  [[nodiscard]] std::shared_ptr<KeptTool> find(const ToolIdentifier& name);

  /// Calls `take(tool)` with each that was used since the last time.
  template <typename Take>
  void take_uses(Take take) {
    for (const std::shared_ptr<KeptTool>& tool : tools_) {
      if (tool->uses == 0) continue;
      take(*tool);
      tool->uses = 0;
    }
  }

  [[nodiscard]] std::size_t size() const { return tools_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const ToolIdentifier& name) const;
    std::size_t operator()(const std::shared_ptr<KeptTool>& tool) const { return (*this)(tool->name); }
  };
  struct IsEqual {
    using is_transparent = void;
    bool operator()(const ToolIdentifier& name, const std::shared_ptr<KeptTool>& tool) const;
    bool operator()(const std::shared_ptr<KeptTool>& tool, const ToolIdentifier& name) const {
      return (*this)(name, tool);
    }
    bool operator()(const std::shared_ptr<KeptTool>& one, const std::shared_ptr<KeptTool>& other) const {
      return (*this)(one->name, other);
    }
  };

  [[nodiscard]] bool make_room();

  std::size_t max_tools_;
  std::size_t refused_since_sweep_ = 0;
  std::unordered_set<std::shared_ptr<KeptTool>, Hash, IsEqual> tools_;
};

/// Whether both name the same tool.
[[nodiscard]] bool is_same(const ToolIdentifier& one, const ToolIdentifier& other);

/// The beginning of a text in UTF-8 that has `max_bytes` at most, in whole characters.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t max_bytes);

}  // namespace workbench::call_log
