#include "commands/commands.hpp"

#include <unistd.h>

#include <Poco/NumberParser.h>
#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/process_limits.hpp"
#include "base/shell_word.hpp"
#include "client/tool_path.hpp"
#include "client/workbench_tools.hpp"
#include "commands/calls/arguments.hpp"
#include "commands/calls/ask_inputs.hpp"
#include "commands/calls/elicitation_form.hpp"
#include "commands/calls/progress_line.hpp"
#include "commands/calls/result_content.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "process/output.hpp"
#include "process/table.hpp"
#include "process/terminal.hpp"

namespace workbench::app {
namespace {

/// `call`: calls one tool of a server, as an agent would, and shows its result.
class CallCommand final : public Command {
 public:
  struct Options {
    std::optional<std::string> json;              ///< the text of the arguments
    std::optional<std::string> file;              ///< the file that has it; "-": the standard input
    std::optional<std::filesystem::path> folder;  ///< in which files are saved; absent: none is
    std::optional<std::chrono::milliseconds> time_limit;
    bool is_raw = false;
  };

  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  Options options_;
};

constexpr char kCallSays[] = "mcp-workbench call: ";

/// The arguments as --json or --file have them; absent: neither was given.
Result<Json> read_base(const CallCommand::Options& options, std::istream& in) {
  if (!options.json && !options.file) return Json();
  std::string text = options.json.value_or("");
  if (options.file == "-") {
    text.assign(std::istreambuf_iterator<char>(in), {});
  } else if (options.file) {
    std::ifstream file(*options.file, std::ios::binary);
    if (!file) return Error{ErrorKind::not_found, "--file " + *options.file + ": cannot be read"};
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  auto checked = json::ScannerJsonAccess(base::ProcessLimits().message_depth).checked(std::move(text));
  if (!checked) return checked.error().within(options.json ? "--json" : "--file " + *options.file);
  if (checked->kind() != JsonKind::object) {
    return Error{ErrorKind::invalid_argument, "the arguments must be a JSON object"};
  }
  return checked;
}

/// The toolboxes and servers of the configuration; none if it cannot be used, which the next use of it reports.
std::vector<NamedToolbox> configured_names(Sources sources) {
  std::ostringstream unread;
  Output errors(unread);
  sources.definitions.emplace("log.level", "error");
  Startup startup(std::move(sources), errors);
  if (startup.prepare() != ExitStatus::ok) return {};
  std::vector<NamedToolbox> names;
  for (const config::ToolboxEntry& toolbox : startup.config().toolboxes) {
    NamedToolbox& named = names.emplace_back(NamedToolbox{toolbox.name, {}});
    for (const config::ServerEntry& server : toolbox.servers) named.servers.push_back(server.name);
  }
  return names;
}

/// With two slashes there is one way to name a tool, so that only more of them need the configuration.
Result<ToolPath> named_tool(const std::string& argument, const Sources& sources) {
  if (std::count(argument.begin(), argument.end(), '/') == 2) return ToolPath::from(argument);
  return ToolPath::resolve(argument, configured_names(sources), ToolPath::Names::tool);
}

/// Lets a person answer elicitations, if there is one at the terminal; otherwise they are declined with a sentence.
class Elicitations {
 public:
  Elicitations(WorkbenchSession& session, CommandContext& context, ProgressLine& progress)
      : session_(session), context_(context), progress_(progress) {
    auto terminal = context.errors.is_terminal() ? terminal_of_input() : FileDescriptor();  // a form has to be seen
    if (terminal) form_.emplace(session.loop(), std::move(terminal), context.errors);
    session.client().on_elicitation(
        [this](const Json& params, WorkbenchClient::Respond respond) { answer(params, std::move(respond)); },
        [this] {
          if (form_) form_->withdraw();
        });
  }
  Elicitations(const Elicitations&) = delete;
  Elicitations& operator=(const Elicitations&) = delete;
  ~Elicitations() { session_.client().on_elicitation({}, {}); }

 private:
  void answer(const Json& params, WorkbenchClient::Respond respond) {
    progress_.clear();
    const std::string mode = json::characters(json::member(params, "mode"));
    if (form_ && (mode.empty() || mode == "form")) return form_->begin(params, std::move(respond));
    if (is_approval_form(params)) return leave_approval(params, std::move(respond));
    context_.errors << kCallSays << "declined, because there is no terminal to answer it on: the server asks: "
                    << Lines{json::characters(json::member(params, "message"))} << '\n';
    respond(Json(R"({"action":"decline"})"));
  }

  /// Without a terminal there is no decision here: the call waits for the other surfaces.
  void leave_approval(const Json& params, WorkbenchClient::Respond respond) {
    context_.errors << kCallSays
                    << "this call needs a person's approval, and there is no terminal to ask on; it waits for "
                       "\"mcp-workbench approve\" in a terminal of yours\n"
                    << Lines{json::characters(json::member(params, "message"))} << '\n'
                    << std::flush;
    respond({});
  }

  WorkbenchSession& session_;
  CommandContext& context_;
  ProgressLine& progress_;
  std::optional<ElicitationForm> form_;
};

/// One call, step by step; each step returns ok, or reports why the call ends here.
class Call {
 public:
  Call(const CallCommand::Options& options, CommandContext& context, ToolPath path)
      : options_(options), context_(context), path_(std::move(path)), tools_(session_) {}

  ExitStatus run() {
    const auto base = read_base(options_, context_.in);
    if (!base) return fail(ExitStatus::usage, base.error().message);
    if (const ExitStatus status = tools_.open(context_.sources, context_.errors); status != ExitStatus::ok) {
      return status;
    }
    tools_.report_slow_starts(context_.errors);
    const auto definition = tools_.describe(path_);
    if (!definition) return fail(status_of(definition.error()), definition.error().message);
    const BuiltArguments built = build_arguments(SchemaView(json::member(*definition, "inputSchema")), *base,
                                                 {context_.arguments.begin() + 1, context_.arguments.end()});
    if (!built.errors.empty()) return report(built.errors);
    return show(call(built.arguments));
  }

 private:
  [[nodiscard]] Response call(const Json& arguments) {
    ProgressLine progress(context_.errors, terminal_width(STDERR_FILENO));
    const Elicitations elicitations(session_, context_, progress);
    return tools_.use(
        path_, arguments, [&progress](const Json& params) { progress.show(params); }, options_.time_limit);
  }

  [[nodiscard]] ExitStatus show(const Response& response) {
    const Json* const result = std::get_if<Json>(&response);
    if (result == nullptr) {
      const Error error = as_error(response);
      return fail(status_of(error), error.message);
    }
    const bool is_error = is_error_result(*result);
    Output& out = is_error && !options_.is_raw ? context_.errors : context_.out;
    bool is_shown = true;
    if (options_.is_raw) {
      out.is_terminal() ? out << JsonText{result->text()} : out << Payload{result->text()};
      out << '\n';
    } else {
      is_shown = show_content(*result, {out, options_.folder}, context_.errors);
    }
    out.flush();
    if (is_error) return tools_.is_well(path_) ? ExitStatus::tool_error : ExitStatus::server_unreachable;
    return is_shown ? ExitStatus::ok : ExitStatus::output_failed;
  }

  [[nodiscard]] ExitStatus report(const std::vector<std::string>& errors) {
    for (const std::string& error : errors) context_.errors << kCallSays << error << '\n';
    context_.errors << "\"mcp-workbench show " << base::shell_word(context_.arguments.front())
                    << "\" shows all arguments\n";
    return ExitStatus::usage;
  }

  [[nodiscard]] ExitStatus fail(ExitStatus status, const std::string& message) {
    context_.errors << kCallSays << Lines{message} << '\n';
    return status;
  }

  [[nodiscard]] ExitStatus status_of(const Error& error) const {
    if (session_.was_interrupted()) return ExitStatus::interrupted;
    const bool is_not_there = error.kind == ErrorKind::not_found || error.kind == ErrorKind::invalid_argument;
    return is_not_there ? ExitStatus::usage : ExitStatus::server_unreachable;
  }

  const CallCommand::Options& options_;
  CommandContext& context_;
  const ToolPath path_;
  WorkbenchSession session_;
  WorkbenchTools tools_;
};

}  // namespace

Command::Description CallCommand::description() const {
  return {"call", "TOOLBOX/SERVER/TOOL [KEY=VALUE]...", "Call a tool, and show its result"};
}

void CallCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(
      Option("json", "j", "use this JSON object as the arguments; KEY=VALUE sets more of them").argument("JSON"));
  options.addOption(Option("file", "f", "read that object from a file; \"-\" is the standard input").argument("FILE"));
  options.addOption(Option("save", "s", "save images, audio and resources in this folder").argument("FOLDER"));
  options.addOption(Option("timeout", "t", "cancel the call if it takes longer than this").argument("SECONDS"));
  options.addOption(Option("raw", "r", "print the result as JSON, unchanged"));
}

void CallCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "json") options_.json = value;
  if (name == "file") options_.file = value;
  if (name == "save") options_.folder = value;
  if (name == "raw") options_.is_raw = true;
  if (options_.json && options_.file)
    throw Poco::Util::InvalidArgumentException("--json and --file exclude each other");
  if (name != "timeout") return;
  double seconds = 0;
  if (!Poco::NumberParser::tryParseFloat(value, seconds) || seconds <= 0 || seconds > 1e6) {
    throw Poco::Util::InvalidArgumentException("--timeout requires a number of seconds, not '" + value + "'");
  }
  options_.time_limit = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

ExitStatus CallCommand::run(CommandContext context) {
  if (!ToolPath::from(context.arguments.empty() ? "" : context.arguments.front()).names_tool()) {
    context.errors << kCallSays << "name the tool as TOOLBOX/SERVER/TOOL; \"mcp-workbench list\" shows all tools\n";
    return ExitStatus::usage;
  }
  ask_for_inputs(context.sources, context.errors);
  const auto path = named_tool(context.arguments.front(), context.sources);
  if (!path) {
    context.errors << kCallSays << path.error().message << '\n';
    return ExitStatus::usage;
  }
  return Call(options_, context, *path).run();
}

std::unique_ptr<Command> make_call_command() {
  return std::make_unique<CallCommand>();
}

}  // namespace workbench::app
