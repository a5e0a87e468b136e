#include "service/config_change.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace workbench::app {
namespace {

template <typename Entry>
const Entry* find(const std::vector<Entry>& entries, const std::string& name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// Whether a toolbox differs in more than its servers.
bool has_other_keys(config::ToolboxEntry before, config::ToolboxEntry after) {
  before.servers.clear();
  after.servers.clear();
  return before != after;
}

/// Names by kind of change.
class Differences {
 public:
  Differences(const config::Config& before, const config::Config& after) {
    compare(before.toolboxes, after.toolboxes, "", [this](const auto& former, const auto& toolbox) {
      if (has_other_keys(former, toolbox)) changed_.push_back(toolbox.name);
      compare(former.servers, toolbox.servers, toolbox.name + "/",
              [&](const auto&, const auto& server) { replaced_.push_back(toolbox.name + "/" + server.name); });
    });
    if (before.tool_mode != after.tool_mode) changed_.emplace_back("toolMode");
    if (before.hosts != after.hosts) changed_.emplace_back("hosts");
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    const auto append = [&text](const char* verb, const std::vector<std::string>& names) {
      if (names.empty()) return;
      text.append(text.empty() ? "" : "; ").append(verb).append(" ").append(base::listed(names));
    };
    append("added", added_);
    append("removed", removed_);
    append("replaced", replaced_);
    append("changed", changed_);
    return text;
  }

 private:
  /// Calls `handle_other(former, entry)` for each entry that is not equal to the one that had its name.
  template <typename Entry, typename HandleOther>
  void compare(const std::vector<Entry>& before, const std::vector<Entry>& after, const std::string& prefix,
               HandleOther handle_other) {
    for (const Entry& entry : after) {
      const Entry* const former = find(before, entry.name);
      if (former == nullptr) {
        added_.push_back(prefix + entry.name);
      } else if (*former != entry) {
        handle_other(*former, entry);
      }
    }
    for (const Entry& former : before) {
      if (find(after, former.name) == nullptr) removed_.push_back(prefix + former.name);
    }
  }

  std::vector<std::string> added_;
  std::vector<std::string> removed_;
  std::vector<std::string> replaced_;
  std::vector<std::string> changed_;
};

}  // namespace

std::string describe_change(const config::Config& before, const config::Config& after) {
  if (before == after) return {};
  const std::string text = Differences(before, after).text();
  return text.empty() ? "changed the order of toolboxes or servers" : text;
}

}  // namespace workbench::app
