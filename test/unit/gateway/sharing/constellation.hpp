#pragma once

// Clients of several principals around one server, `files` of the toolbox `dev`. All that the suites of this folder
// know of the gateway is here and in gateway_fixture.hpp.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateway_fixture.hpp"

namespace gateway_fixture {

enum class Era { legacy, modern };

/// The configured era of the server, and its real one.
struct ServerEra {
  const char* name;
  const char* configured;
  bool is_modern;
};

inline constexpr ServerEra kLegacyServer{"LegacyServer", "legacy", false};
inline constexpr ServerEra kModernServer{"ModernServer", "modern", true};
inline constexpr ServerEra kLegacyServerFound{"LegacyServerFound", "auto", false};
inline constexpr ServerEra kModernServerFound{"ModernServerFound", "auto", true};

constexpr const char* kForms = R"({"elicitation":{}})";

/// A client as it comes.
struct Visitor {
  Era era = Era::legacy;
  const char* principal = "ada";    ///< empty: none
  const char* capabilities = "{}";  ///< that it declares
  const char* folder = "";          ///< in which it works; empty: not known
  const char* scope = "";           ///< that its principal is granted; empty: it is not limited
};

class Constellation : public WorkspaceFixture {
 protected:
  Constellation() {
    options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
    toolbox_entry("dev").auto_open = true;
  }

  ScriptedServer& add_files(const ServerEra& era, config::Share share = config::Share::client) {
    files_ = &add_server("dev", "files", era.configured);
    files_->is_modern = era.is_modern;
    entry().share = share;
    return *files_;
  }
  config::ServerEntry& entry() { return toolbox_entry("dev").servers.front(); }
  ScriptedServer& files() { return *files_; }

  std::unique_ptr<TestClient> connect(const Visitor& visitor) {
    std::shared_ptr<const Principal> principal;
    if (*visitor.principal != '\0') {
      const std::string scope = visitor.scope;
      const auto scopes = scope.empty() ? std::optional<Scopes>() : Scopes{scope};
      principal = std::make_shared<const Principal>(Principal{visitor.principal, std::nullopt, scopes});
    }
    AcceptedClient accepted{nullptr, principal, visitor.era == Era::modern, Json(visitor.capabilities)};
    accepted.working_directory = visitor.folder;
    return std::make_unique<TestClient>(host_, workspaces(), accepted);
  }

  /// Whether a call of the tool is answered by the server.
  bool is_served(TestClient& client) {
    const int call = client.use_tool("dev", "files");
    EXPECT_TRUE(run_until([&] { return !client.response_to(call).empty(); }));
    return member(client.response_to(call), "result.content") == "[]";
  }
  /// Sends a call that the server does not answer by itself. Returns its id.
  int begin_call(TestClient& client, const std::string& meta = {}) {
    files().leave_unanswered("tools/call");
    const std::size_t before = count_calls();
    const int call = client.use_tool("dev", "files", "{}", meta);
    EXPECT_TRUE(run_until([&] { return count_calls() > before; }));
    return call;
  }
  /// The server answers every call that it has left unanswered, and those that come.
  void answer_calls() {
    files().answer_normally("tools/call");
    for (std::size_t number = 0; number != files().starts(); ++number) {
      ScriptedRun& run = files().run(number);
      for (const auto& message : std::vector(run.received())) {
        if (message.method == "tools/call") run.result(message.id, R"({"resultType":"complete","content":[]})");
      }
    }
  }
  /// Whether the call is answered by the server in the end.
  bool is_answered(TestClient& client, int call) {
    EXPECT_TRUE(run_until([&] { return !client.response_to(call).empty(); }));
    return member(client.response_to(call), "result.content") == "[]";
  }

  [[nodiscard]] std::size_t count_calls() {
    std::size_t count = 0;
    for (std::size_t number = 0; number != files().starts(); ++number) count += files().run(number).count("tools/call");
    return count;
  }
  /// Processes that run now.
  [[nodiscard]] std::size_t count_running() {
    std::size_t count = 0;
    for (std::size_t number = 0; number != files().starts(); ++number) {
      if (!files().run(number).is_closing()) ++count;
    }
    return count;
  }
  [[nodiscard]] bool wait_until_running(std::size_t count) {
    return run_until([&] { return count_running() == count; });
  }

  void reload() { ASSERT_TRUE(workspaces().apply(config_)); }

 private:
  ScriptedServer* files_ = nullptr;
};

}  // namespace gateway_fixture
