#include "http_server.hpp"

#include <stdexcept>

#include "http_connection.hpp"
#include "workbench_client.hpp"

namespace bench {

HttpServer HttpServer::beast_echo() {
  HttpServer server;
  server.process_ = std::make_unique<test_support::Process>(std::vector<std::string>{BENCH_BEAST_ECHO});
  server.port_ = static_cast<std::uint16_t>(std::stoul(server.process_->read_line().value()));
  return server;
}

HttpServer HttpServer::workbench(const std::string& program, const std::vector<std::string>& settings) {
  HttpServer server;
  server.folder_ = std::make_unique<test_support::TemporaryFolder>();
  const std::string config = server.folder_->write("config.json", bench_toolboxes()).string();
  std::vector<std::string> command{program, "--config", config, "-D", "listeners=http", "-D", "listener.http.port=0"};
  for (const std::string& setting : settings) command.insert(command.end(), {"-D", setting});
  server.process_ = std::make_unique<test_support::Process>(command);
  constexpr std::string_view kBeforePort = "listening on http://127.0.0.1:";
  server.process_->wait_for_error_text(kBeforePort);
  server.process_->wait_for_error_text("/mcp");
  const std::string& errors = server.process_->errors();
  server.port_ = static_cast<std::uint16_t>(std::stoul(errors.substr(errors.find(kBeforePort) + kBeforePort.size())));
  return server;
}

std::string bench_toolboxes() {
  return R"({"toolboxes":{"bench":{"description":"The echo server","mcpServers":{"echo":{"command":")" BENCH_ECHO_SERVER
         R"("}}}}})";
}

std::string initialize_request() {
  return post_request("/mcp", {},
                      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                      R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})");
}

std::string session_request(std::string_view session, std::string_view message) {
  return post_request("/mcp", "Mcp-Session-Id: " + std::string(session) + "\r\n", message);
}

std::string modern_request(std::string_view method, std::string_view params, std::string_view name) {
  std::string headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + std::string(method) + "\r\n";
  if (!name.empty()) headers.append("Mcp-Name: ").append(name).append("\r\n");
  return post_request("/mcp", headers,
                      R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)" +
                          std::string(params) + ",\"_meta\":{" + test_support::modern_request_metadata() + "}}}");
}

std::string session_in(std::string_view response_head) {
  static constexpr std::string_view kName = "\r\nMcp-Session-Id: ";
  const std::size_t name = response_head.find(kName);
  if (name == std::string_view::npos) throw std::runtime_error("no session: " + std::string(response_head));
  const std::size_t begin = name + kName.size();
  return std::string(response_head.substr(begin, response_head.find('\r', begin) - begin));
}

}  // namespace bench
