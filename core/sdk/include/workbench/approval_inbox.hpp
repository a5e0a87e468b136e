#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/extension.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// A person's answer to calls that wait for one.
struct ApprovalAnswer {
  enum class Decision {
    once,            ///< the waiting calls alone
    same_arguments,  ///< also later calls of the tool with these arguments, in this session
    tool,            ///< also later calls of the tool, in this session
    no,
  };

  std::vector<std::string> ids;  ///< of waiting calls
  Decision decision = Decision::no;
  std::string reason;  ///< with `no`: for the model; may be empty
  std::string who;     ///< the person, as far as the surface knows
  std::string how;     ///< the surface: "terminal", "console", "elicitation", "notification"
};

/// The calls that wait for a person, for the surfaces on which people answer. An extension that the plugin which asks
/// provides: `host.extension<ApprovalInbox>()`.
///
/// It holds the calls of all principals. `own`, where it is a parameter, is the name of a principal: for it, calls and
/// decisions of others do not exist. Absent: all exist. [loop thread]
class ApprovalInbox {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/approval-inbox", 1};

  /// An array, the oldest call first: `{"id", "principal", "client", "toolbox", "server", "tool" or "method" and
  /// "name", "hints", "arguments", "rules", "waitingSeconds", "expiresInSeconds", ...}`. Long arguments
  /// are shortened, with their size and hash. Hidden characters are written out.
  [[nodiscard]] virtual Json waiting(const std::optional<std::string>& own) const = 0;

  /// How many wait for anyone; cheaper than waiting().
  [[nodiscard]] virtual std::size_t count() const = 0;

  /// One of them, with its whole arguments. not_found: none waits under this id; the message says what became of it, if
  /// that is known.
  [[nodiscard]] virtual Result<Json> find(std::string_view id, const std::optional<std::string>& own) const = 0;

  /// Answers those of the ids that still wait; returns how many these were. not_found: none of them waits.
  virtual Result<std::size_t> answer(const ApprovalAnswer& answer, const std::optional<std::string>& own) = 0;

  /// What holds for later calls of the sessions: an array `{"id", "principal", "toolbox", "server", "tool", "arguments"
  /// (absent: any), "who", "how", "since"}`.
  [[nodiscard]] virtual Json standing(const std::optional<std::string>& own) const = 0;

  /// Takes one of the standing decisions back. not_found: there is none of this id.
  virtual Result<void> revoke(std::string_view id, const std::optional<std::string>& own) = 0;

  /// What the workspaces have read and sent, by labels: an array `{"principal", "client", "private", "untrusted",
  /// "sends"}`, of those with at least one of the three.
  [[nodiscard]] virtual Json flows(const std::optional<std::string>& own) const = 0;

  /// Calls `changed` in a later turn of the loop, once for all changes of waiting() in one turn, until the returned
  /// object is destroyed.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed) = 0;

 protected:
  ~ApprovalInbox() = default;
};

}  // namespace workbench
