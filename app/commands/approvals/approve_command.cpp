#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "commands/approvals/approval_answers.hpp"
#include "commands/approvals/approval_text.hpp"
#include "commands/approvals/operated_workbench.hpp"
#include "commands/commands.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr char kApproveSays[] = "mcp-workbench approve: ";
constexpr std::chrono::seconds kBetweenLists{1};

/// `approve`: where a person at a terminal answers the calls that wait for one.
class ApproveCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"approve", "[ACTION [ID]...]", "Show the calls that wait for a person, and answer them"};
  }

  void define_options(Poco::Util::OptionSet& options) const override {
    using Poco::Util::Option;
    options.addOption(Option("reason", "", "no: the reason, which the model reads").argument("TEXT"));
    options.addOption(Option("any-arguments", "", "always: whatever the arguments of later calls of the tool are"));
    options.addOption(Option("json", "", "list, show, standing, watch: print JSON"));
  }

  void handle_option(const std::string& name, const std::string& value) override {
    if (name == "reason") reason_ = value;
    if (name == "any-arguments") allows_any_arguments_ = true;
    if (name == "json") is_json_ = true;
  }

  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  using Step = ExitStatus (ApproveCommand::*)(CommandContext& context);

  [[nodiscard]] ExitStatus list(CommandContext& context);
  [[nodiscard]] ExitStatus show(CommandContext& context);
  [[nodiscard]] ExitStatus yes(CommandContext& context) { return answer(context, {"once"}); }
  [[nodiscard]] ExitStatus no(CommandContext& context) { return answer(context, {"no", reason_}); }
  [[nodiscard]] ExitStatus always(CommandContext& context) {
    return answer(context, {allows_any_arguments_ ? "tool" : "same_arguments"});
  }
  [[nodiscard]] ExitStatus standing(CommandContext& context);
  [[nodiscard]] ExitStatus revoke(CommandContext& context);
  [[nodiscard]] ExitStatus watch(CommandContext& context);

  [[nodiscard]] ExitStatus answer(CommandContext& context, const PersonsAnswer& answer);
  [[nodiscard]] bool refuse_program(CommandContext& context) const;

  std::optional<OperatedWorkbenches> workbenches_;  // set in run()
  std::string reason_;
  bool allows_any_arguments_ = false;
  bool is_json_ = false;
};

ExitStatus fail_of(const Error& error, CommandContext& context) {
  context.errors << kApproveSays << Lines{error.message} << '\n';
  return error.kind == ErrorKind::not_found ? ExitStatus::tool_error : ExitStatus::bad_configuration;
}

/// What was not found may be in one of the workbenches that did not answer.
ExitStatus fail_to_find(const Error& error, const std::vector<Error>& failures, CommandContext& context) {
  static_cast<void>(report_failures(failures, context));
  const ExitStatus status = fail_of(error, context);
  return failures.empty() ? status : ExitStatus::bad_configuration;
}

/// One JSON object for programs: `{"waiting": [...]}`, each item with the process of its workbench.
void print_json(std::string_view member, const std::vector<OperatedItem>& items, CommandContext& context) {
  JsonWriter writer;
  writer.object().key(member).array();
  for (const OperatedItem& one : items) {
    writer.object().member("process", one.workbench->name()).member("item", one.item).end();
  }
  writer.end().end();
  context.out << JsonText{writer.text()} << '\n';
}

void print_waiting(const std::vector<OperatedItem>& calls, bool has_several, CommandContext& context) {
  if (calls.empty()) {
    context.out << "No call waits for an approval.\n";
    return;
  }
  const std::size_t width = context.out.is_terminal() ? terminal_width(STDOUT_FILENO) : 0;
  context.out << Lines{waiting_table(calls, has_several, width)};
}

ExitStatus ApproveCommand::run(CommandContext context) {
  static const std::map<std::string, std::pair<Step, std::size_t>, std::less<>> kSteps{
      {"list", {&ApproveCommand::list, 0}},     {"show", {&ApproveCommand::show, 1}},
      {"yes", {&ApproveCommand::yes, 1}},       {"no", {&ApproveCommand::no, 1}},
      {"always", {&ApproveCommand::always, 1}}, {"standing", {&ApproveCommand::standing, 0}},
      {"revoke", {&ApproveCommand::revoke, 1}}, {"watch", {&ApproveCommand::watch, 0}}};
  workbenches_.emplace();
  if (context.arguments.empty()) {
    const bool is_dialogue = is_person_at_keyboard() && context.out.is_terminal() && !is_json_;
    return is_dialogue ? ask_for_answers(*workbenches_, context) : list(context);
  }
  const auto step = kSteps.find(context.arguments.front());
  if (step == kSteps.end() || context.arguments.size() < 1 + step->second.second) {
    context.errors << kApproveSays
                   << "write list, show ID, yes ID..., no ID..., always ID, standing, revoke ID or watch; see --help\n";
    return ExitStatus::usage;
  }
  return (this->*step->second.first)(context);
}

ExitStatus ApproveCommand::list(CommandContext& context) {
  const OperatedItems calls = workbenches_->waiting();
  if (is_json_) {
    print_json("waiting", calls.found, context);
  } else if (!calls.found.empty() || calls.failures.empty()) {
    print_waiting(calls.found, workbenches_->has_several(), context);
  }
  return report_failures(calls.failures, context);
}

ExitStatus ApproveCommand::show(CommandContext& context) {
  const OperatedItems calls = workbenches_->waiting();
  const auto call = item_of(calls.found, context.arguments[1]);
  if (!call) return fail_to_find(call.error(), calls.failures, context);
  const auto whole = call->workbench->request("workbench/approvals",
                                              std::move(JsonWriter().object().member("id", call->id()).end()).json());
  if (!whole) return fail_of(whole.error(), context);
  is_json_ ? context.out << JsonText{whole->text()} << '\n' : context.out << Lines{whole_call_text(*whole)};
  return ExitStatus::ok;
}

/// A model that runs commands must not approve its own calls. See the decision about who may approve.
bool ApproveCommand::refuse_program(CommandContext& context) const {
  if (is_person_at_keyboard()) return false;
  context.errors << kApproveSays
                 << "only a person answers, so standard input has to be a terminal; run this command in a terminal of "
                    "your own\n";
  return true;
}

ExitStatus ApproveCommand::answer(CommandContext& context, const PersonsAnswer& answer) {
  if (refuse_program(context)) return ExitStatus::bad_configuration;
  const OperatedItems calls = workbenches_->waiting();
  std::vector<OperatedItem> meant;
  for (std::size_t i = 1; i < context.arguments.size(); ++i) {
    auto call = item_of(calls.found, context.arguments[i]);
    if (!call) return fail_to_find(call.error(), calls.failures, context);  // before any is answered
    meant.push_back(*std::move(call));
  }
  const auto [count, failures] = answer_calls(meant, answer);
  if (failures.empty() && count < meant.size()) {
    context.errors << kApproveSays << counted(meant.size() - count, "call") << " did not wait any more\n";
  }
  if (failures.empty() || count > 0) context.out << outcome_of(count, answer) << '\n';
  if (!failures.empty()) return report_failures(failures, context);
  return count == meant.size() ? ExitStatus::ok : ExitStatus::tool_error;
}

ExitStatus ApproveCommand::standing(CommandContext& context) {
  const auto [decisions, failures] = workbenches_->standing();
  if (is_json_) {
    print_json("standing", decisions, context);
  } else if (!decisions.empty()) {
    const std::size_t width = context.out.is_terminal() ? terminal_width(STDOUT_FILENO) : 0;
    context.out << Lines{standing_table(decisions, workbenches_->has_several(), width)};
  } else if (failures.empty()) {
    context.out << "No decision holds for later calls.\n";
  }
  return report_failures(failures, context);
}

/// A program may do it, too: a person is asked again afterwards.
ExitStatus ApproveCommand::revoke(CommandContext& context) {
  const OperatedItems decisions = workbenches_->standing();
  const auto decision = item_of(decisions.found, context.arguments[1]);
  if (!decision) return fail_to_find(decision.error(), decisions.failures, context);
  const auto revoked = decision->workbench->request(
      "workbench/approvals/revoke", std::move(JsonWriter().object().member("id", decision->id()).end()).json());
  if (!revoked) return fail_of(revoked.error(), context);
  context.out << "revoked: a person is asked again\n";
  return ExitStatus::ok;
}

/// On a terminal, the whole list again and again; otherwise each call once, when it begins to wait.
ExitStatus ApproveCommand::watch(CommandContext& context) {
  std::set<std::string> printed;  // and the failures
  while (context.out) {
    const OperatedWorkbenches present;
    auto [calls, failures] = present.waiting();
    std::erase_if(failures, [&](const Error& failure) { return !printed.insert(failure.message).second; });
    const bool is_screen = context.out.is_terminal() && !is_json_;
    if (is_screen) {
      context.out << "\033[H\033[2J";  // clears the screen
      print_waiting(calls, present.has_several(), context);
    } else {
      std::erase_if(calls, [&](const OperatedItem& call) { return !printed.insert(call.id()).second; });
      for (const OperatedItem& call : calls) {
        is_json_ ? context.out << JsonText{call.item.text()} << '\n' : context.out << Lines{whole_call_text(call.item)};
      }
    }
    static_cast<void>(report_failures(failures, context));
    context.out.flush();
    std::this_thread::sleep_for(kBetweenLists);
  }
  return ExitStatus::ok;
}

}  // namespace

std::unique_ptr<Command> make_approve_command() {
  return std::make_unique<ApproveCommand>();
}

}  // namespace workbench::app
