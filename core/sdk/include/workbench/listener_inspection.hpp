#pragma once

#include <string>
#include <utility>
#include <vector>

#include <workbench/move_only_function.hpp>

namespace workbench {

/// Something about a listener that keeps clients from being served, or may do so soon.
struct ListenerFinding {
  std::string what;    ///< one sentence, with the option or the file that it is about; nothing secret
  std::string remedy;  ///< what a person can do
  bool is_fatal;       ///< clients cannot be served
};

/// What can be said about a listener that is not open.
struct ListenerReport {
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< what, in a word or two, and a short text
  std::vector<ListenerFinding> findings = {};
};

/// A Listener may also implement this, for `mcp-workbench doctor`: it looks at what only the listener knows, such as
/// its certificates, its addresses and who may connect. The options have been checked, so that it reports what a start
/// does not refuse.
class ListenerInspection {
 public:
  using Done = MoveOnlyFunction<void(ListenerReport report)>;

  /// Looks at everything without serving a client and without changing anything. `toolboxes`: the names of all that are
  /// configured. `done` is called once, perhaps inside this call, or not at all if the listener is destroyed before.
  /// Called instead of Listener::open(). [loop thread]
  virtual void inspect(const std::vector<std::string>& toolboxes, Done done) = 0;

 protected:
  ~ListenerInspection() = default;
};

}  // namespace workbench
