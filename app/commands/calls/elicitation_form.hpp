#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "commands/calls/schema_view.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// Fills in the form of a server's elicitation (`elicitation/create`, form mode) on a terminal: asks whether to answer
/// at all, then for each field until the answer is of its type. The end of the input cancels. The form of an approval
/// (see is_approval_form()) is asked for at once, without its optional fields if the call is allowed; what was typed
/// before is dropped. [loop thread]
class ElicitationForm {
 public:
  using Done = MoveOnlyFunction<void(const Json& result)>;

  /// `input` is a descriptor of its own for the terminal, which becomes non-blocking. `loop` and `out` must outlive it.
  ElicitationForm(EventLoop& loop, FileDescriptor input, Output& out);

  /// Begins with the params of an elicitation/create; `done` gets the ElicitResult, not inside this call.
  void begin(const Json& params, Done done);
  /// The server has cancelled the request: `done` is not called.
  void withdraw();

 private:
  enum class Step { consent, field };

  void begin_approval();
  void read_some();
  void handle_line(std::string_view line);
  void handle_consent(std::string_view line);
  void handle_field(std::string_view line);
  void ask_for_field();
  [[nodiscard]] bool is_allowed() const;
  void finish(std::string_view action);

  EventLoop& loop_;
  FileDescriptor input_;
  Output& out_;
  std::string unread_;  // of the input, without a line break so far
  Done done_;           // empty: nothing is being asked
  Step step_ = Step::consent;
  bool is_approval_ = false;
  std::vector<SchemaView::Property> fields_;
  std::size_t field_ = 0;  // the current one
  std::vector<JsonMember> answers_;
  EventLoop::Watch reading_;  // destroyed before the descriptor
};

/// Whether the params are those of the workbench, which asks whether a call may pass.
[[nodiscard]] bool is_approval_form(const Json& params);

/// What a person has typed for a field, as the field demands it: the number of one of its listed values, that value, or
/// several for an array. The error's message completes a sentence that begins with the field's name.
[[nodiscard]] Result<Json> field_value(const SchemaView& field, std::string_view text);

/// A field's values to choose from, with their titles if they have some.
struct Choice {
  std::string value;
  std::string title;
};
[[nodiscard]] std::vector<Choice> choices_of(const SchemaView& field);

}  // namespace workbench::app
