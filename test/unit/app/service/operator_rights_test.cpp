// What an operator that sees its own alone may request, and what exists for it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_host.hpp"
#include "requests/log_requests.hpp"
#include "service/configured_entry.hpp"
#include "service/login_requests.hpp"
#include "service/server_control.hpp"

namespace workbench::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OperatorRights : public testing::Test {
 protected:
  OperatorRights() : operator_{"ada", ada()} {}

  static std::shared_ptr<const Principal> ada() {
    return std::make_shared<const Principal>(Principal{"ada", std::vector<std::string>{"dev"}, {}});
  }
  static config::Config configuration() {
    config::Config config;
    for (const char* name : {"dev", "secret"}) {
      config::ToolboxEntry& toolbox = config.toolboxes.emplace_back();
      toolbox.name = name;
      toolbox.servers.emplace_back().name = "s";
      toolbox.servers.emplace_back().name = "shared";
      toolbox.servers.back().share = config::Share::process;
    }
    return config;
  }
  /// The message of the error, after its kind.
  std::string refusal(OperatorMethods& methods, std::string_view method, const std::string& params) {
    std::string text = "answered";
    methods.respond({method, Json(params), operator_, pending_}, [&](const Result<Json>& result) {
      if (result) return;
      text = (result.error().kind == ErrorKind::forbidden ? "forbidden: " : "") + result.error().message;
    });
    return text;
  }

  const Operator operator_;
  RequestWorkPlace pending_;
  const gateway::WorkspaceOptions options_;
  ProcessHost host_{LogLevel::error, {}};
  registry::Registry registry_{host_};
  gateway::Workspaces workspaces_{host_, configuration(), registry_, options_};
};

TEST_F(OperatorRights, ToControlServersAreThoseOfOnesWhoSeeEverything) {
  ServerControl control(host_, workspaces_);
  for (const char* method : {"workbench/stop", "workbench/start", "workbench/restart"}) {
    EXPECT_THAT(refusal(control, method, R"({"toolbox":"dev","server":"s"})"), HasSubstr("forbidden"));
  }
  const RecentLines lines;
  LogRequests log(lines);
  EXPECT_THAT(refusal(log, "workbench/log", R"({"toolbox":"dev","server":"s"})"), HasSubstr("forbidden"));
}

TEST_F(OperatorRights, ToLogInAreForItselfAndForServersThatItSees) {
  LoginRequests logins(host_, workspaces_, registry_);
  const auto log_in = [&](const std::string& params) { return refusal(logins, "workbench/login", params); };
  EXPECT_THAT(log_in(R"({"toolbox":"dev","server":"s","principal":"bob"})"), HasSubstr("forbidden"));
  EXPECT_THAT(log_in(R"({"toolbox":"dev","server":"shared"})"), HasSubstr("forbidden"));
  EXPECT_THAT(log_in(R"({"toolbox":"dev","server":"s"})"), HasSubstr("knows no logins"));
  EXPECT_THAT(log_in(R"({"toolbox":"secret","server":"s"})"), AllOf(HasSubstr("dev"), Not(HasSubstr("forbidden"))));
}

TEST_F(OperatorRights, ToSeeToolboxesAreThoseOfItsPrincipal) {
  const Operator all{"root"};
  EXPECT_TRUE(find_entry(workspaces_.config(), operator_, {"dev", "s"}));
  EXPECT_FALSE(find_entry(workspaces_.config(), operator_, {"secret", "s"}));
  EXPECT_TRUE(find_entry(workspaces_.config(), all, {"secret", "s"}));
  const auto own = workspaces_.overview({operator_.own.get(), true});
  ASSERT_EQ(own.servers.size(), 2U);
  EXPECT_EQ(own.servers[0].toolbox, "dev");
  EXPECT_EQ(workspaces_.overview({nullptr, true}).servers.size(), 4U);
}

}  // namespace
}  // namespace workbench::app
