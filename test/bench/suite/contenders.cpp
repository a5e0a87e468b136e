#include "contenders.hpp"

#include <utility>

namespace bench {
namespace {

std::string toolboxes(const Contenders::Content& content) {
  std::string servers;
  for (int server = 0; server < content.servers; ++server) {
    servers += (server == 0 ? R"("echo)" : R"(,"echo)" + std::to_string(server)) +
               R"(":{"command":")" BENCH_ECHO_SERVER R"(","args":[")" + std::to_string(content.tools) + "\"]}";
  }
  return R"({"toolMode":")" + content.tool_mode +
         R"(","toolboxes":{"bench":{"description":"The echo server","mcpServers":{)" + servers + "}}}}\n";
}

}  // namespace

Command Contenders::server(int tools) const {
  return {BENCH_ECHO_SERVER, std::to_string(tools)};
}

Command Contenders::relay(int tools) const {
  return {BENCH_RELAY, BENCH_ECHO_SERVER, std::to_string(tools)};
}

Command Contenders::workbench(const Content& content, const std::vector<std::string>& settings) const {
  const std::string name =
      content.tool_mode + '-' + std::to_string(content.servers) + '-' + std::to_string(content.tools) + ".json";
  Command command{WORKBENCH_PROGRAM, "--config", folder_.write(name, toolboxes(content)).string(), "-D",
                  "log.level=warning"};
  for (const std::string& setting : settings) command.insert(command.end(), {"-D", setting});
  return command;
}

std::vector<std::unique_ptr<Target>> Contenders::start_all() const {
  std::vector<std::unique_ptr<Target>> targets;
  targets.push_back(std::make_unique<Target>("direct", server(), Addressing::direct));
  targets.push_back(std::make_unique<Target>("relay", relay(), Addressing::direct));
  targets.push_back(std::make_unique<Target>("workbench", workbench(), Addressing::by_use_tool));
  for (const Gateway& gateway : gateways_) {
    targets.push_back(
        std::make_unique<Target>(gateway.name, gateway.command, Addressing::native, Agreement::in_its_text));
  }
  return targets;
}

}  // namespace bench
