#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <workbench/tool_policy.hpp>

namespace workbench::approvals {

/// The three labels of FlowLabels.
enum class FlowLabel { is_private, is_untrusted, sends };
inline constexpr std::array kFlowLabels{FlowLabel::is_private, FlowLabel::is_untrusted, FlowLabel::sends};

/// How far a call with labels has come.
enum class FlowReach {
  refused,   ///< its server has not seen it
  sent,      ///< its client got no answer of the server
  answered,  ///< its client got what the server has answered, be it an error
};

/// Which of the three labels the calls of one workspace have had: text that anyone may have written can make an agent
/// send private data away once all three meet. Values are never compared: an agent can rewrite them.
///
/// A label that concerns results is set when a result with it is passed back, `sends` when a call has been sent; until
/// then calls in flight count, too, because their results may be used by whatever is sent next. Labels are never unset
/// while the workspace exists. [loop thread]
class WorkspaceFlows {
 public:
  /// A call with these labels is passed on; `target` is shown to people.
  void begin(const FlowLabels& labels, const std::string& target);
  /// It has ended.
  void end(const FlowLabels& labels, FlowReach reach);

  /// Whether a call with these labels would be the one with which all three meet, or sends when they have met before.
  [[nodiscard]] bool would_meet(const FlowLabels& labels) const;
  /// Says which calls have set the labels that this one would not: "private data (dev/mail/read), text that ...".
  [[nodiscard]] std::string explain(const FlowLabels& labels) const;

  [[nodiscard]] bool is_set(FlowLabel label) const;
  /// The call that has set the label, or is in flight with it; empty: none.
  [[nodiscard]] const std::string& set_by(FlowLabel label) const;
  [[nodiscard]] bool has_any() const;

 private:
  struct Mark {
    bool is_set = false;
    std::size_t in_flight = 0;
    std::string set_by;  // the first call with the label
  };
  [[nodiscard]] Mark& mark_of(FlowLabel label) { return marks_[static_cast<std::size_t>(label)]; }
  [[nodiscard]] const Mark& mark_of(FlowLabel label) const { return marks_[static_cast<std::size_t>(label)]; }

  std::array<Mark, 3> marks_;
};

}  // namespace workbench::approvals
