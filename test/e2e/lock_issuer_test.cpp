// "lock": "block": a server behind a URL whose login is by another authorization server than the reviewed one is
// withheld. The server, its authorization servers and the logins are real; only the browser is the test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <regex>

#include "file_contents.hpp"
#include "outcome.hpp"
#include "scripted_http_server.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A server at /mcp that accepts every token, and the authorization servers /first and /second at the same origin.
class ProtectedServer {
 public:
  [[nodiscard]] std::string url() const { return server_.url(); }
  [[nodiscard]] std::string issuer(const std::string& name) const { return server_.url("/" + name); }
  /// Logins are at /second from now on.
  void move() { is_second_ = true; }

 private:
  void serve(const SeenRequest& request, Reply& reply) const {
    if (request.target == "/.well-known/oauth-protected-resource/mcp") return serve_resource(reply);
    for (const std::string name : {"first", "second"}) {
      if (request.target == "/.well-known/oauth-authorization-server/" + name) return serve_metadata(name, reply);
    }
    if (request.target == "/register") {
      return reply.send(201, "application/json",
                        R"({"client_id":"workbench","token_endpoint_auth_method":"none","redirect_uris":["x"]})");
    }
    if (request.target == "/token") {
      return reply.json(R"({"access_token":"good","token_type":"bearer","expires_in":3600,"refresh_token":"r"})");
    }
    if (request.target != "/mcp") return reply.send(404, "text/plain", "");
    if (request.header("authorization").empty()) return reply.send(401, "", "", {"WWW-Authenticate: Bearer"});
    serve_mcp(request, reply);
  }

  void serve_resource(Reply& reply) const {
    reply.json(R"({"resource":")" + url() + R"(","authorization_servers":[")" +
               issuer(is_second_ ? "second" : "first") + "\"]}");
  }

  void serve_metadata(const std::string& name, Reply& reply) const {
    reply.json(R"({"issuer":")" + issuer(name) + R"(","authorization_endpoint":")" + issuer("authorize") +
               R"(","token_endpoint":")" + issuer("token") + R"(","registration_endpoint":")" + issuer("register") +
               R"(","response_types_supported":["code"],"code_challenge_methods_supported":["S256"]})");
  }

  static void serve_mcp(const SeenRequest& request, Reply& reply) {
    const std::string complete = R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private"})";
    if (request.has("server/discover")) {
      return reply.result(request, R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}})" + complete);
    }
    if (request.has("tools/list")) {
      return reply.result(request, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}])" + complete);
    }
    if (request.has("tools/call")) {
      return reply.result(request, R"({"content":[{"type":"text","text":"done"}],"resultType":"complete"})");
    }
    reply.send(404, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"?"}})");
  }

  std::atomic<bool> is_second_ = false;
  const ScriptedServer server_{[this](const SeenRequest& request, Reply& reply) { serve(request, reply); }};
};

class LockedIssuer : public testing::Test {
 protected:
  LockedIssuer() {
    folder_.write("toolboxes.json", R"({"lock":"block","toolboxes":{)" +
                                        toolbox("dev", R"("s":{"url":")" + server_.url() + "\"}") + "}}");
  }

  [[nodiscard]] Outcome run(std::vector<std::string> arguments) const {
    const auto process = start(std::move(arguments));
    return outcome_of(*process);
  }
  [[nodiscard]] Outcome call() const { return run({"call", "dev/s/echo"}); }

  /// A person logs in, at the authorization server that the server names.
  void log_in() const {
    const auto process = start({"login", "dev/s", "--no-browser"});
    const std::string address = process->read_line().value_or("");
    process->write_line(parameter(address, "redirect_uri") + "?code=good&state=" + parameter(address, "state"));
    const Outcome outcome = outcome_of(*process);
    ASSERT_EQ(outcome.code, 0) << address << outcome.errors;
  }
  void lock() const {
    const Outcome locked = run({"lock"});
    ASSERT_EQ(locked.code, 0) << locked.errors << locked.output;
  }
  [[nodiscard]] std::string locked() const { return contents_of(folder_.path() / "workbench.lock"); }
  /// As on another machine.
  void forget_logins() const { std::filesystem::remove_all(folder_.path() / "state"); }

  ProtectedServer server_;

 private:
  [[nodiscard]] std::unique_ptr<Process> start(std::vector<std::string> arguments) const {
    const auto path = [this](const char* name) { return (folder_.path() / name).string(); };
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    arguments.insert(arguments.end(), {"--config", path("toolboxes.json")});
    return std::make_unique<Process>(arguments, std::map<std::string, std::string>{{"XDG_CACHE_HOME", path("cache")},
                                                                                   {"XDG_STATE_HOME", path("state")}});
  }

  /// Of an address, decoded as far as those of this test need it.
  static std::string parameter(const std::string& address, const std::string& name) {
    std::smatch found;
    if (!std::regex_search(address, found, std::regex("[?&]" + name + "=([^&]*)"))) return "none";
    const std::string value = std::regex_replace(found[1].str(), std::regex("%3A"), ":");
    return std::regex_replace(value, std::regex("%2F"), "/");
  }

  TemporaryFolder folder_;
};

TEST_F(LockedIssuer, IsRecordedOfTheLoginThatThereIs) {
  log_in();
  lock();
  EXPECT_THAT(locked(), HasSubstr("\"issuer\": \"" + server_.issuer("first") + "\""));
  EXPECT_EQ(run({"lock", "--check"}).code, 0);
  EXPECT_EQ(call().code, 0) << call().errors;
}

TEST_F(LockedIssuer, WithholdsAServerWhoseLoginIsByAnother) {
  log_in();
  lock();
  ASSERT_EQ(call().code, 0) << "its lists are kept";
  server_.move();
  log_in();

  const Outcome called = call();
  EXPECT_NE(called.code, 0);
  EXPECT_THAT(called.errors, AllOf(HasSubstr("issuer differs"), HasSubstr("lock --diff dev/s")));
  EXPECT_THAT(run({"search", "echo"}).output, Not(HasSubstr("dev/s/echo"))) << "nor are kept lists shown";
  const Outcome shown = run({"lock", "--diff"});
  EXPECT_EQ(shown.code, 1);
  EXPECT_THAT(shown.output, AllOf(HasSubstr(server_.issuer("first")), HasSubstr(server_.issuer("second")),
                                  HasSubstr("so it was not started")));
}

TEST_F(LockedIssuer, MayBeMissingWhereThereIsNoLoginYet) {
  log_in();
  lock();
  const std::string before = locked();
  forget_logins();
  EXPECT_THAT(call().errors, AllOf(HasSubstr("requires a login"), Not(HasSubstr("lock --diff"))));
  log_in();
  EXPECT_EQ(call().code, 0) << call().errors;
  EXPECT_EQ(locked(), before);
}

TEST_F(LockedIssuer, StaysInTheFileWhereThereIsNoLogin) {
  log_in();
  lock();
  const std::string before = locked();
  forget_logins();
  static_cast<void>(run({"lock"}));
  EXPECT_EQ(locked(), before);
}

TEST_F(LockedIssuer, IsNoneOfALoginThatHasEnded) {
  log_in();
  lock();
  server_.move();
  log_in();
  static_cast<void>(run({"logout", "dev/s"}));
  EXPECT_THAT(call().errors, AllOf(HasSubstr("requires a login"), Not(HasSubstr("lock --diff"))));
}

}  // namespace
