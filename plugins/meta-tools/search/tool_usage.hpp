#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include <workbench/host.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// How often tools have been called: a figure to choose between tools that match a search equally well. Counted in
/// memory, and kept in a file for the next process. The file is read when the counts are first needed, and written at
/// most once in kWriteInterval and at the end; several processes may use it at once, and add up. Whatever is wrong with
/// it is logged at most, and the counts begin at zero. [loop thread]
class ToolUsage {
 public:
  /// Only the tools that are called most are kept in the file.
  static constexpr std::size_t kMaxTools = 500;
  static constexpr std::chrono::seconds kWriteInterval{30};

  /// An empty `file`: counts are not kept.
  explicit ToolUsage(std::string file) : file_(std::move(file)) {}
  ToolUsage(const ToolUsage&) = delete;
  ToolUsage& operator=(const ToolUsage&) = delete;

  /// Counts a call. `host` must outlive the next kWriteInterval, or write() must be called before it ends.
  void count(const workbench::ToolIdentifier& tool, workbench::Host& host);

  /// 0: never, or not in this process and nothing is kept.
  [[nodiscard]] std::uint64_t calls_of(const workbench::ToolIdentifier& tool, workbench::Host& host);

  /// Writes the counts since the last time.
  void write(workbench::Host& host);

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // toolbox, server, tool
  using Counts = std::map<Key, std::uint64_t>;

  void read_once(workbench::Host& host);
  [[nodiscard]] Counts read_file(workbench::Host& host) const;

  const std::string file_;
  bool is_read_ = false;
  Counts counts_;   // including the counts of the file
  Counts unsaved_;  // the part that the file does not have
  workbench::EventLoop::Timer writing_;
};

/// `$XDG_CACHE_HOME/mcp-workbench/tool-usage.json`, or the same in `$HOME/.cache`; empty: neither variable names an
/// absolute path.
[[nodiscard]] std::string tool_usage_file();

}  // namespace meta_tools
