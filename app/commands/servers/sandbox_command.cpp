#include <Poco/Util/Option.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/confinements.hpp>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/servers/configured_servers.hpp"
#include "config/sandbox_block.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "jsonrpc/write.hpp"
#include "process/output.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::app {
namespace {

/// `sandbox learn`: runs a server with nothing refused to it, and prints the rules that it needs.
class SandboxCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"sandbox", "learn TOOLBOX/SERVER",
            "Run a server with nothing refused to it, and print the block \"sandbox\" that it needs"};
  }
  void define_options(Poco::Util::OptionSet& options) const override {
    options.addOption(Poco::Util::Option(
        "call-read-only", "", "call each of its tools once that takes no arguments and says that it changes nothing"));
  }
  void handle_option(const std::string& name, const std::string&) override {
    if (name == "call-read-only") calls_read_only_ = true;
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool calls_read_only_ = false;
};

constexpr char kSays[] = "mcp-workbench sandbox: ";

/// Whether it says that it changes nothing, and needs no arguments.
bool may_be_called(const Tool& tool) {
  const Json required = json::member(json::member(tool.definition, "inputSchema"), "required");
  return tool.annotations.read_only_hint == true && json::elements(required).empty();
}

/// By the server's own name of the tool.
Message call_of(const servers::ServerRun& run, const std::string& name, std::uint64_t id) {
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "tools/call");
  message.append("{\"name\":").append(json::quoted(name)).append(",\"arguments\":{}");
  if (is_modern(run.revision())) {
    message.append(",\"_meta\":{")
        .append(protocol::modern_request_metadata(Json("{}"), {}, run.introduction()))
        .append("}");
  }
  return std::move(message.append("}}"));
}

/// Calls the tools of one server, one after the other.
class ReadOnlyCalls {
 public:
  ReadOnlyCalls(servers::Server& server, event_loop::Loop& loop, Output& errors)
      : server_(server), loop_(loop), errors_(errors) {}

  void run() {
    for (const Tool& tool : server_.catalog().tools()) {
      if (may_be_called(tool)) call(tool.name);
    }
  }

 private:
  void call(const std::string& name) {
    servers::ServerRun* const run = server_.ready_run();
    if (run == nullptr) return;
    errors_ << kSays << "calls " << name << '\n';
    const servers::ToolOnServer* const other = server_.catalog().on_server(name);
    const std::uint64_t id = run->connection().next_id();
    run->connection().request(id, call_of(*run, other == nullptr ? name : other->name, id),
                              server_.configured().call_limit(),
                              std::make_unique<jsonrpc::CallbackRequest>([this](const Response&) { loop_.stop(); }));
    loop_.run();
  }

  servers::Server& server_;
  event_loop::Loop& loop_;
  Output& errors_;
};

std::string home_folder() {
  const char* const set = std::getenv("HOME");
  return set == nullptr ? std::string() : set;
}

ExitStatus print_learned(const Confinement* confinement, CommandContext& context) {
  if (confinement == nullptr) {
    context.errors << kSays << "only servers that are started over stdio can be confined\n";
    return ExitStatus::usage;
  }
  const auto block = config::sandbox_block(confinement->denied, home_folder(), config::PathFolding::folders);
  for (const std::string& one : block.never_allowed) {
    context.errors << kSays << "the server also tried this, which no rule allows: " << one << '\n';
  }
  if (block.is_empty()) context.errors << kSays << "it needs nothing but the defaults\n";
  context.errors << kSays << "add this to its entry, and remove what it should not have:\n";
  context.out << "\"sandboxEnabled\": true";
  if (!block.is_empty()) context.out << ",\n\"sandbox\": " << JsonText{block.json()};
  context.out << '\n';
  return ExitStatus::ok;
}

ExitStatus SandboxCommand::run(CommandContext context) {
  const auto fail = [&context](ExitStatus status, const std::string& what) {
    context.errors << kSays << what << '\n';
    return status;
  };
  if (context.arguments.size() != 2 || context.arguments.front() != "learn") {
    return fail(ExitStatus::usage, "write \"mcp-workbench sandbox learn TOOLBOX/SERVER\"; see --help");
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::of_this_run, context.errors);
  if (prepared != ExitStatus::ok) return prepared;
  const auto found = servers.find(context.arguments.back());
  if (!found) return fail(ExitStatus::usage, found.error().message);
  const auto named = servers_of(*found);
  if (named.size() != 1) return fail(ExitStatus::usage, "name one server as TOOLBOX/SERVER");
  ConfinementTable& confinements = servers.startup().host().confinements();
  confinements.learn();
  servers.report_slow_starts(context.errors);
  servers.inspection().start(named);
  servers::Server& server = *named.front();
  if (calls_read_only_) ReadOnlyCalls(server, servers.startup().host().loop(), context.errors).run();
  const ExitStatus status = print_learned(confinements.find_last(server.configured().source()), context);
  if (const auto failure = server.status().failure()) return fail(ExitStatus::server_unreachable, failure->message);
  return status;
}

}  // namespace

std::unique_ptr<Command> make_sandbox_command() {
  return std::make_unique<SandboxCommand>();
}

}  // namespace workbench::app
