#include "commands/approvals/approval_answers.hpp"

#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <workbench/json_writer.hpp>

#include "commands/approvals/approval_text.hpp"
#include "json/lookup.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

Json approve_params(const std::vector<std::string>& ids, const PersonsAnswer& answer) {
  JsonWriter writer;
  writer.object().key("ids").array();
  for (const std::string& id : ids) writer.string(id);
  writer.end().member("decision", answer.decision).member("how", "terminal");
  if (!answer.reason.empty()) writer.member("reason", answer.reason);
  return std::move(writer.end()).json();
}

std::size_t answered_of(const Json& result) {
  const Json count = json::member(result, "answered");
  return static_cast<std::size_t>(std::strtoull(std::string(count.text()).c_str(), nullptr, 10));
}

/// The dialogue with the person. Each function returns false at the end of the input, or when the person wants no more.
class ApprovalDialogue {
 public:
  ApprovalDialogue(CommandContext& context) : context_(context) {}

  /// One call, which has not been shown yet.
  bool ask(const OperatedItem& call) {
    const auto whole = call.workbench->request("workbench/approvals",
                                               std::move(JsonWriter().object().member("id", call.id()).end()).json());
    if (!whole) {
      context_.out << Lines{whole.error().message} << '\n';
      return true;
    }
    context_.out << Lines{whole_call_text(*whole)};
    while (true) {
      const auto letter = read_line("[y]es once, [a]lways with these arguments, [t]ool always, [n]o, [s]kip, [q]uit: ");
      if (!letter || *letter == "q") return false;
      if (*letter == "s") return true;
      const auto answer = answer_for(*letter);
      if (!answer) continue;
      report(call, *answer);
      return true;
    }
  }

 private:
  /// What was typed before the question is not the answer to it: the call had not been seen.
  std::optional<std::string> read_line(std::string_view question) {
    ::tcflush(STDIN_FILENO, TCIFLUSH);
    context_.out << question << std::flush;
    std::string line;
    if (!std::getline(context_.in, line)) {
      context_.out << '\n';
      return std::nullopt;
    }
    return line;
  }

  /// Absent: the letter means nothing.
  std::optional<PersonsAnswer> answer_for(const std::string& letter) {
    if (letter == "y") return PersonsAnswer{"once"};
    if (letter == "a") return PersonsAnswer{"same_arguments"};
    if (letter == "t") return PersonsAnswer{"tool"};
    if (letter != "n") return std::nullopt;
    return PersonsAnswer{"no", read_line("A reason for the model (may be empty): ").value_or("")};
  }

  void report(const OperatedItem& call, const PersonsAnswer& answer) {
    const AnsweredCalls answered = answer_calls({call}, answer);
    context_.out << Lines{answered.failures.empty() ? outcome_of(answered.count, answer)
                                                    : answered.failures.front().message}
                 << "\n\n";
  }

  CommandContext& context_;
};

}  // namespace

bool is_person_at_keyboard() {
  if (::isatty(STDIN_FILENO) == 0) return false;
  const pid_t reader = ::tcgetpgrp(STDIN_FILENO);
  return reader < 0 || reader == ::getpgrp();  // negative: it is a terminal, but not the one of this session
}

AnsweredCalls answer_calls(const std::vector<OperatedItem>& calls, const PersonsAnswer& answer) {
  std::map<const OperatedWorkbench*, std::vector<std::string>> by_workbench;
  for (const OperatedItem& call : calls) by_workbench[call.workbench].push_back(call.id());
  AnsweredCalls answered;
  for (const auto& [workbench, ids] : by_workbench) {
    const auto result = workbench->request("workbench/approve", approve_params(ids, answer));
    if (result) {
      answered.count += answered_of(*result);
    } else if (result.error().kind != ErrorKind::not_found) {
      answered.failures.push_back(result.error().within("the workbench of process " + workbench->name()));
    }
  }
  return answered;
}

ExitStatus report_failures(const std::vector<Error>& failures, CommandContext& context) {
  for (const Error& failure : failures) {
    context.errors << "mcp-workbench approve: " << Lines{failure.message} << '\n';
  }
  return failures.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

std::string outcome_of(std::size_t count, const PersonsAnswer& answer) {
  if (count == 0) return "nothing waited any more: it was answered elsewhere, or has expired";
  return counted(count, "call") + (count == 1 ? " was " : " were ") +
         (answer.decision == "no" ? "refused" : "approved");
}

ExitStatus ask_for_answers(const OperatedWorkbenches& workbenches, CommandContext& context) {
  ApprovalDialogue dialogue(context);
  std::set<std::string> shown;
  while (true) {
    const OperatedItems calls = workbenches.waiting();
    const OperatedItem* next = nullptr;
    for (const OperatedItem& call : calls.found) {
      if (next == nullptr && shown.insert(call.id()).second) next = &call;
    }
    if (next == nullptr && !calls.failures.empty()) return report_failures(calls.failures, context);
    if (next == nullptr) break;
    if (!dialogue.ask(*next)) return ExitStatus::ok;
  }
  context.out << (shown.empty() ? std::string("No call") : "No other call") << " waits for an approval.\n";
  return ExitStatus::ok;
}

}  // namespace workbench::app
