#include "service/command_requests.hpp"

#include <filesystem>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"
#include "process/program_file.hpp"
#include "requests/server_params.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxMessageBytes = 2'000;

/// The lines that a command has written to stderr, as one sentence without its own name.
std::string message_of(const std::string& errors) {
  std::string message;
  for (std::size_t begin = 0; begin < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size());
    std::string_view line(errors.data() + begin, end - begin);
    const std::size_t colon = line.starts_with("mcp-workbench") ? line.find(": ") : std::string_view::npos;
    if (colon != std::string_view::npos) line.remove_prefix(colon + 2);
    if (!line.empty()) message.append(message.empty() ? "" : "; ").append(line);
    begin = end + 1;
  }
  return base::visible_text(base::shortened(message, kMaxMessageBytes));
}

/// For a command that has not answered.
Error failure_of(const ChildCommand::Outcome& outcome) {
  const bool is_unknown = outcome.exit_code == static_cast<int>(ExitStatus::usage);
  std::string message = message_of(outcome.errors);
  if (message.empty()) message = "the command has ended with exit code " + std::to_string(outcome.exit_code);
  return {is_unknown ? ErrorKind::not_found : ErrorKind::unavailable, std::move(message)};
}

/// The answer of --check.
Json check_result(const ChildCommand::Outcome& outcome) {
  const bool is_valid = outcome.exit_code == static_cast<int>(ExitStatus::ok);
  JsonWriter writer;
  writer.object().member("isValid", is_valid).member("text", outcome.errors + outcome.output).end();
  return std::move(writer).json();
}

}  // namespace

CommandRequests::CommandRequests(Startup& startup, MoveOnlyFunction<void()> accepted)
    : startup_(startup), accepted_(std::move(accepted)), queue_(startup.host().loop(), program_path()) {}

void CommandRequests::respond(const OperatorRequest& request, OperatorAnswer answer) {
  if (!request.from.sees_everything()) return answer(only_for_everything());
  const auto command = command_words(request.method, request.params);
  if (!command) return answer(command.error());
  const bool accepts = request.method == "workbench/lock/accept";
  auto done = [this, answer = std::move(answer), accepts,
               as_text = command->answers_with_text](Result<ChildCommand::Outcome> outcome) mutable {
    if (accepts) accepted_();  // however it ended: it may have written the file before
    if (!outcome) return answer(outcome.error());
    answer(as_text ? Result<Json>(check_result(*outcome)) : json_of(*std::move(outcome)));
  };
  auto words = command->with(configuration_words(startup_.sources(), startup_.settings().toolboxes_file));
  if (accepts) return queue_.run(std::move(words), std::move(done));
  request.pending.keep(queue_.run_while_wanted(std::move(words), std::move(done)));
}

/// A command that has found troubles ends with another exit code than 0, and has answered nevertheless.
Result<Json> CommandRequests::json_of(ChildCommand::Outcome outcome) {
  if (outcome.output.empty()) return failure_of(outcome);
  auto answer = startup_.host().json().checked(std::move(outcome.output));
  if (!answer) return answer.error().within("the answer of the command is not JSON");
  return answer;
}

}  // namespace workbench::app
