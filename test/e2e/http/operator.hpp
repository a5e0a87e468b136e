#pragma once

// For the tests of what operators set and read: options, log lines, clients of other users.

#include <unistd.h>

#include <initializer_list>
#include <regex>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace http_fixture {

using test_support::TemporaryFolder;

/// Options of the command line for settings of the listener, each without its `listener.http.`.
inline std::vector<std::string> listener_options(std::initializer_list<std::string> settings) {
  std::vector<std::string> options;
  for (const std::string& setting : settings) options.insert(options.end(), {"-D", "listener.http." + setting});
  return options;
}

/// The same, and others.
inline std::vector<std::string> with_call_log(std::vector<std::string> options) {
  options.insert(options.end(), {"-D", "middleware=call-log"});
  return options;
}

/// The lines of the log so far that have `text`.
inline std::vector<std::string> lines_with(HttpWorkbench& workbench, const std::string& text) {
  std::istringstream log(workbench.process().errors());
  std::vector<std::string> lines;
  for (std::string line; std::getline(log, line);) {
    if (line.find(text) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// A modern request, whole, with its body.
inline std::string modern_request(const std::string& method, const std::string& params, const std::string& name = {},
                                  const std::string& more_headers = {}) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params +
                           (params.empty() ? "" : ",") + "\"_meta\":{" + modern_request_metadata() + "}}}";
  return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
         "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " +
         method + "\r\n" + (name.empty() ? "" : "Mcp-Name: " + name + "\r\n") + more_headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// The same, as far as an HttpClient wants it.
inline void send_modern(HttpClient& client, const std::string& method, const std::string& params,
                        const std::string& name = {}, const std::string& more_headers = {}) {
  client.connection().write(modern_request(method, params, name, more_headers));
}

/// A call of a tool of the server `s`.
inline std::string modern_call(const std::string& tool, const std::string& more_headers = {}) {
  return modern_request("tools/call", use(tool), "use_tool", more_headers);
}

inline constexpr const char* kInitialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"test","version":"1"}}})";

inline constexpr const char* kGet = "GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/// Whether this process may become another user.
inline bool is_root() {
  return ::geteuid() == 0;
}

}  // namespace http_fixture
