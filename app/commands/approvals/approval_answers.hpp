#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "commands/approvals/operated_workbench.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// The person's answer to calls: `decision` as `workbench/approve` has it.
struct PersonsAnswer {
  std::string_view decision;
  std::string reason = {};  ///< for the model; may be empty
};

/// Whether a person is at the keyboard, as far as a program can know it: standard input is a terminal, and this process
/// may read it. An agent that runs a command has mostly no terminal.
[[nodiscard]] bool is_person_at_keyboard();

/// What became of an answer to several calls.
struct AnsweredCalls {
  std::size_t count = 0;        ///< those that still waited
  std::vector<Error> failures;  ///< of workbenches, whose calls still wait; each names its workbench
};

/// Answers calls, those of each workbench with one request. Failures: see request_as_operator(), but for not_found.
/// [startup]
[[nodiscard]] AnsweredCalls answer_calls(const std::vector<OperatedItem>& calls, const PersonsAnswer& answer);

/// Writes a line for each workbench whose calls are not known. Returns how a command ends that has shown the others.
[[nodiscard]] ExitStatus report_failures(const std::vector<Error>& failures, CommandContext& context);

/// "2 calls were approved", "1 call was refused".
[[nodiscard]] std::string outcome_of(std::size_t count, const PersonsAnswer& answer);

/// Shows the waiting calls one after the other, and asks for each:
///
///   y  once   a  these arguments, in this session   t  this tool, in this session   n  no, with a reason
///   s  skip   q  quit
///
/// Calls that begin to wait meanwhile are shown, too. Ends when none is left, or at the end of the input. [startup]
[[nodiscard]] ExitStatus ask_for_answers(const OperatedWorkbenches& workbenches, CommandContext& context);

}  // namespace workbench::app
