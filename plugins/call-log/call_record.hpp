#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/principal.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::call_log {

/// A person's decision about a request; see DecisionRecord.
struct Decision {
  std::string method;
  std::string decision;
  std::string who;     ///< the person; may be empty
  std::string how;     ///< the surface; may be empty
  std::string reason;  ///< may be empty

  [[nodiscard]] std::size_t size() const {
    return sizeof(*this) + method.size() + decision.size() + who.size() + how.size() + reason.size();
  }
};

/// The logged data of one call, or of a decision. It is filled on the loop's thread, where a line would take longer to
/// make; values that may be large are shared with the call. Not tied to a thread.
struct CallRecord {
  std::chrono::system_clock::time_point time;  ///< when the call came
  std::shared_ptr<const Principal> principal;  ///< null: anonymous
  ClientInfo client;
  ToolIdentifier tool;
  std::string_view outcome;  ///< one of the words in REFERENCE.md, valid as long as the process
  std::chrono::nanoseconds duration{0};
  std::size_t bytes_in = 0;
  std::size_t bytes_out = 0;
  // Absent: not logged, or there is none.
  Json arguments;
  Json result;
  Json error;  ///< an object
  /// Set: the line is about it; of what describes a call, it has only whose it was and what it was for.
  std::unique_ptr<const Decision> decision;

  /// About as many bytes as it keeps in memory, or as its line has.
  [[nodiscard]] std::size_t size() const {
    return sizeof(*this) + client.name.size() + client.version.size() + tool.toolbox.size() + tool.server.size() +
           tool.tool.size() + arguments.text().size() + result.text().size() + error.text().size() +
           (decision == nullptr ? 0 : decision->size());
  }
};

/// The line about a call or a decision: a JSON object, without a line break.
[[nodiscard]] std::string line_for(const CallRecord& record);

}  // namespace workbench::call_log
