#include "app/startup/own_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <workbench/registrar.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// Sets a variable of the environment for one test.
class Variable {
 public:
  explicit Variable(const char* name) : name_(name) { ::setenv(name, "value", 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

class OwnVariablesTest : public testing::Test {
 protected:
  OwnVariablesTest() {
    registry_.add("plugin", "1.0.0", [](Registrar& registrar) {
      Factory<Listener> factory;
      factory.options = {{"tokensVariable", OptionType::text, false, "Tokens.", true},
                         {"path", OptionType::text, false, "A path."}};
      factory.make = [](const Options&, Host&) -> Result<std::unique_ptr<Listener>> {
        return Error{ErrorKind::internal, "not made"};
      };
      registrar.add_listener("http", std::move(factory));
    });
  }

  test::LoopHost host_;
  registry::Registry registry_{host_};
  config::Settings settings_;
};

TEST_F(OwnVariablesTest, AreNotAmongTheOthers) {
  const Variable setting("WORKBENCH_OWN_VARIABLES_TEST");
  const Variable socket("NOTIFY_SOCKET");
  const Variable descriptors("LISTEN_FDNAMES");
  const Variable other("OWN_VARIABLES_TEST");
  const auto others = OwnVariables(settings_, registry_).others_with("");
  EXPECT_THAT(others, Contains("OWN_VARIABLES_TEST"));
  EXPECT_THAT(others, Not(Contains("WORKBENCH_OWN_VARIABLES_TEST")));
  EXPECT_THAT(others, Not(Contains("NOTIFY_SOCKET")));
  EXPECT_THAT(others, Not(Contains("LISTEN_FDNAMES")));
}

TEST_F(OwnVariablesTest, OthersAreFoundByTheirBeginning) {
  const Variable first("OWN_VARIABLES_TEST_1");
  const Variable second("OWN_VARIABLES_TEST_2");
  const Variable unlistable("OWN_VARIABLES_TEST_,3");
  EXPECT_THAT(OwnVariables(settings_, registry_).others_with("OWN_VARIABLES_TEST"),
              ElementsAre("OWN_VARIABLES_TEST_1", "OWN_VARIABLES_TEST_2"));
}

TEST_F(OwnVariablesTest, IncludeWhatAnOptionNamesAsHoldingSecrets) {
  const Variable tokens("OWN_VARIABLES_TEST_TOKENS");
  EXPECT_THAT(OwnVariables(settings_, registry_).others_with("OWN_VARIABLES_TEST"),
              ElementsAre("OWN_VARIABLES_TEST_TOKENS"));
  settings_.of<Listener>().options["http"]["tokensVariable"].text = "OWN_VARIABLES_TEST_TOKENS";
  settings_.of<Listener>().options["http"]["path"].text = "PATH";
  const OwnVariables own(settings_, registry_);
  EXPECT_THAT(own.others_with("OWN_VARIABLES_TEST"), IsEmpty());
  EXPECT_THAT(own.others_with("PATH"), Contains("PATH"));
}

}  // namespace
}  // namespace workbench::app
