#include "registry/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/loop_host.hpp>

namespace workbench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kPlugins = PLUGIN_FOLDER;

class RegistryTest : public testing::Test {
 protected:
  test::LoopHost host;
  registry::Registry registry{host};
};

TEST_F(RegistryTest, TakesInEverythingThatAPluginRegisters) {
  registry.load({"good"}, {"/nowhere", kPlugins});

  ASSERT_EQ(registry.plugins().size(), 1U);
  const registry::PluginRecord& good = registry.plugins().front();
  EXPECT_EQ(good.name, "good");
  EXPECT_EQ(good.version, "1.2.3");
  EXPECT_EQ(good.file, kPlugins / "good.so");
  EXPECT_THAT(good.names_of<Transport>(), ElementsAre("good-transport"));
  EXPECT_THAT(good.names_of<Listener>(), ElementsAre("good-listener"));
  EXPECT_THAT(good.names_of<ToolFilter>(), ElementsAre("good-filter"));
  EXPECT_THAT(good.names_of<MetaTool>(), ElementsAre("good_tool"));
  EXPECT_THAT(good.names_of<Middleware>(), ElementsAre("good-middleware"));
}

TEST_F(RegistryTest, HandsOutWhatWasRegisteredByItsName) {
  registry.load({"good"}, {kPlugins});

  ASSERT_NE(registry.of<Transport>().find("good-transport"), nullptr);
  EXPECT_EQ(registry.of<Transport>().find("good-transport")->server_options.front().name, "path");
  ASSERT_NE(registry.of<Listener>().find("good-listener"), nullptr);
  EXPECT_TRUE(registry.of<Listener>().object("good-listener").value()->ends_with_its_client());
  ASSERT_NE(registry.of<ToolFilter>().find("good-filter"), nullptr);
  const auto filter = (*registry.of<ToolFilter>().find("good-filter"))("any text");
  ASSERT_TRUE(filter);
  EXPECT_TRUE((*filter)->admits(Tool{}).value());
  EXPECT_NE(registry.of<MetaTool>().find("good_tool"), nullptr);
}

TEST_F(RegistryTest, HasNothingOfAnUnregisteredName) {
  registry.load({"good"}, {kPlugins});

  EXPECT_EQ(registry.of<Transport>().find("good-listener"), nullptr);
  EXPECT_EQ(registry.of<Listener>().find("good-transport"), nullptr);
  EXPECT_EQ(registry.of<ToolFilter>().find(""), nullptr);
  EXPECT_EQ(registry.of<MetaTool>().find("good"), nullptr);
}

TEST_F(RegistryTest, KeepsTheOrderOfLoadingAndSortsTheNames) {
  registry.load({"throws-while-serving"}, {kPlugins});
  registry.load({"good"}, {kPlugins});

  EXPECT_EQ(registry.plugins()[0].name, "throws-while-serving");
  EXPECT_EQ(registry.plugins()[1].name, "good");
  EXPECT_THAT(registry.of<Transport>().names(), ElementsAre("good-transport", "thoughtless"));
  EXPECT_THAT(registry.of<Listener>().names(), ElementsAre("good-listener"));
  EXPECT_THAT(registry.of<ToolFilter>().names(), ElementsAre("good-filter"));
  EXPECT_THAT(registry.of<MetaTool>().names(), ElementsAre("good_tool"));
}

TEST_F(RegistryTest, KeepsWhatItHandedOutWhereItIsWhileItLoadsMore) {
  registry.load({"good"}, {kPlugins});
  const registry::GuardedToolFilterFactory* const before = registry.of<ToolFilter>().find("good-filter");

  registry.load({"throws-while-serving"}, {kPlugins});

  EXPECT_EQ(registry.of<ToolFilter>().find("good-filter"), before);
}

TEST_F(RegistryTest, MakesEachObjectOnce) {
  registry.load({"good"}, {kPlugins});

  EXPECT_EQ(registry.of<Transport>().object("good-transport").value(),
            registry.of<Transport>().object("good-transport").value());
  EXPECT_EQ(registry.of<Middleware>().object("good-middleware").value(),
            registry.of<Middleware>().object("good-middleware").value());
}

TEST_F(RegistryTest, SaysWhichThereAreWhereANameIsNotRegistered) {
  registry.load({"good"}, {kPlugins});

  const auto middleware = registry.of<Middleware>().object("bad-middleware");

  ASSERT_FALSE(middleware);
  EXPECT_EQ(middleware.error().kind, ErrorKind::not_found);
  EXPECT_EQ(middleware.error().message,
            "no loaded plugin provides the middleware 'bad-middleware' (there are: good-middleware)");
}

// "oauth:ada" is a client with an access token, "uid:1000" a user of a Unix socket.
TEST_F(RegistryTest, RefusesAnAuthenticatorWhosePrincipalsWouldBeThoseOfTheListener) {
  const auto problem_of = [&](std::string_view name) -> std::string {
    try {
      registry.add("keys", "1", [&](Registrar& registrar) {
        registrar.add_authenticator(name, {.make = [](const Options&, Host&) -> Result<std::unique_ptr<Authenticator>> {
                                      return Error{ErrorKind::unavailable, "not made"};
                                    }});
      });
    } catch (const registry::PluginRefused& refused) {
      return refused.what();
    }
    return {};
  };

  EXPECT_THAT(problem_of("oauth"), HasSubstr("registers the authenticator 'oauth', which is reserved: its principals "
                                             "would have the names of clients with access tokens; correct the plugin"));
  EXPECT_THAT(problem_of("uid"), HasSubstr("registers the authenticator 'uid', which is reserved: its principals would "
                                           "have the names of users of Unix sockets; correct the plugin"));
  EXPECT_TRUE(registry.plugins().empty());
  EXPECT_EQ(problem_of("oauth2"), "");
}

TEST_F(RegistryTest, LoadsAFileByItsPath) {
  registry.load({(kPlugins / "good.so").native()}, {});

  EXPECT_NE(registry.of<Transport>().find("good-transport"), nullptr);
}

TEST_F(RegistryTest, PassesOnTheErrorsOfAPlugin) {
  registry.load({"good"}, {kPlugins});

  const auto connection = registry.of<Transport>().object("good-transport").value()->connect({"dev", "files", {}});

  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(connection.error().message, "there is nothing behind files");
}

TEST_F(RegistryTest, TurnsAnExceptionOutOfAPluginIntoAnErrorThatNamesIt) {
  registry.load({"throws-while-serving"}, {kPlugins});

  const auto connection = registry.of<Transport>().object("thoughtless").value()->connect({"dev", "files", {}});

  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().kind, ErrorKind::internal);
  EXPECT_EQ(connection.error().message,
            "plugin 'throws-while-serving' is at fault: transport 'thoughtless' threw: cannot think of files");
}

}  // namespace
}  // namespace workbench
