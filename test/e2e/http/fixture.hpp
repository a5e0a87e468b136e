#pragma once

// Shared by the tests of the HTTP listener.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "http_client.hpp"
#include "workbench_client.hpp"

namespace http_fixture {

using test_support::characters;
using test_support::fake_server;
using test_support::first_text;
using test_support::HttpClient;
using test_support::HttpHeaders;
using test_support::HttpResponse;
using test_support::HttpWorkbench;
using test_support::member;
using test_support::modern_request_metadata;
using test_support::RawConnection;
using test_support::toolboxes_file;
using test_support::with_json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// One toolbox `dev` with the scriptable server `s`.
inline std::string dev_toolbox(std::string_view more_members_of_server = {}) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s", {}, more_members_of_server) +
                        "}}");
}

/// The arguments of use_tool, raw members of params.
inline std::string use(const std::string& tool, const std::string& arguments = "{}") {
  return R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":")" + tool +
         R"("},"arguments":)" + arguments + "}";
}

inline constexpr const char* kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

/// The text that a tool returns in a session that has opened the toolbox.
inline std::string text_in_session(const HttpWorkbench& workbench, const std::string& session,
                                   const std::string& tool) {
  const auto answer = workbench.request(session, "tools/call", "{" + use(tool) + "}");
  return first_text(member(answer.body, "result"));
}

inline void open_dev(const HttpWorkbench& workbench, const std::string& session) {
  static_cast<void>(
      workbench.request(session, "tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})"));
}

}  // namespace http_fixture
