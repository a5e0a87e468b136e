// What a new kind of plugins gets for its row of the table: registration, guards, options, settings, messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "app/startup/own_variables.hpp"
#include "app/startup/service_change_check.hpp"
#include "app/startup/service_selection.hpp"
#include "config/settings/read_settings.hpp"
#include "config/settings/setting_descriptions.hpp"
#include "config/settings/settings_change.hpp"
#include "core_host.hpp"
#include "greeter.hpp"
#include "registry/registry.hpp"

namespace workbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Silent final : public Greeter {
 public:
  std::string greet() override { return {}; }
};

class FurtherKinds : public testing::Test {
 protected:
  FurtherKinds() { registry_.load({GREETINGS_PLUGIN}, {}); }

  static config::SettingsReading read(const std::map<std::string, std::string>& settings) {
    return config::read_settings(
        {}, settings, [](std::string_view) { return std::nullopt; }, "/usr/local");
  }
  std::vector<std::string> select(const std::map<std::string, std::string>& settings) {
    return app::select_services(read(settings).settings, {}, registry_, host_).errors;
  }
  static std::vector<std::string> notes_on(const std::map<std::string, std::string>& settings) {
    std::vector<std::string> texts;
    for (const config::Finding& finding : read(settings).findings) texts.push_back(finding.text);
    return texts;
  }
  std::string refusal_of(const std::function<void(Registrar&)>& plugin) {
    try {
      registry_.add("another", "1", plugin);
    } catch (const registry::PluginRefused& refused) {
      return refused.what();
    }
    return "not refused";
  }

  test_support::CoreLoopHost host_;
  registry::Registry registry_{host_};
};

TEST_F(FurtherKinds, AreRegisteredAndMade) {
  EXPECT_THAT(registry_.plugins().front().names_of<Greeter>(), ElementsAre("says", "rude"));
  EXPECT_THAT(registry_.of<Greeter>().names(), ElementsAre("rude", "says"));
  EXPECT_EQ(registry_.of<Greeter>().object("says").value()->greet(), "hello");
  EXPECT_EQ(registry_.of<Greeter>().object("shy").error().message,
            "no loaded plugin provides the greeter 'shy' (there are: rude, says)");
}

TEST_F(FurtherKinds, AreGuarded) {
  EXPECT_EQ(registry_.of<Greeter>().object("rude").value()->greet(),
            "plugin 'greetings' is at fault: greeter 'rude' threw: not in the mood");
}

TEST_F(FurtherKinds, AreHeldToTheRulesForNames) {
  const auto registers = [](std::string_view name) {
    return [name](Registrar& registrar) { registrar.add<Greeter>(name, {.make = construct<Greeter, Silent>}); };
  };
  EXPECT_THAT(refusal_of(registers("says")),
              HasSubstr("registers the greeter 'says', which plugin 'greetings' has registered already; "));
  EXPECT_THAT(refusal_of(registers("good_day")), HasSubstr("registers a greeter with the name 'good_day' where "));
  EXPECT_THAT(refusal_of([](Registrar&) {}), HasSubstr(", greeter, recorder or extension was expected; "));
}

TEST_F(FurtherKinds, HaveSettings) {
  std::map<std::string, std::string> described;
  for (const auto& setting : config::setting_descriptions()) described[setting.key] = setting.description;
  EXPECT_EQ(described["greeters"], "The greeters, in the order of their greetings.");
  EXPECT_EQ(described["greeter.NAME.OPTION"],
            "An option of the greeter NAME; the plugin that provides it documents its options.");
  EXPECT_EQ(described.count("recorder.NAME.OPTION"), 1U);

  const auto reading = read({{"greeters", "rude, says"}, {"greeter.says.word", "hi"}});
  EXPECT_TRUE(reading.findings.empty());
  EXPECT_THAT(reading.settings.of<Greeter>().names, ElementsAre("rude", "says"));
  EXPECT_THAT(notes_on({{"greeter.says.word", "hi"}}),
              ElementsAre("-D greeter.says.word: has no effect; add \"says\" to greeters, or remove it"));
  EXPECT_THAT(notes_on({{"recorder.notes.file", "f"}}), ElementsAre());
}

TEST_F(FurtherKinds, NeedARestartForNewOptions) {
  const auto change = config::change_while_running(
      read({}).settings,
      read({{"greeters", "says"}, {"greeter.says.word", "hi"}, {"recorder.notes.file", "f"}}).settings);
  EXPECT_THAT(change.waiting, ElementsAre("greeters", "greeter.*", "recorder.*"));
}

TEST_F(FurtherKinds, AreMadeWithTheOptionsOfTheSettings) {
  const auto errors = select({{"greeters", "says"}, {"greeter.says.word", "hi"}, {"recorder.notes.file", "f"}});

  EXPECT_THAT(errors, Not(Contains(HasSubstr("greeter"))));
  EXPECT_THAT(errors, Not(Contains(HasSubstr("recorder"))));
  EXPECT_EQ(registry_.of<Greeter>().object("says").value()->greet(), "hi");
}

TEST_F(FurtherKinds, HaveTheirOptionsChecked) {
  const auto errors = select({{"greeters", "says, shy"}, {"greeter.says.wird", "hi"}});

  EXPECT_THAT(errors,
              Contains(HasSubstr("-D greeter.says.wird: the greeter has no such option; did you mean \"word\"")));
  EXPECT_THAT(errors, Contains("greeters: no loaded plugin provides the greeter 'shy' (there are: rude, says); fix "
                               "greeters, or load the plugin with plugins.load"));
  EXPECT_THAT(errors, Contains("recorder.notes.file: is missing: Where it writes."));
}

TEST_F(FurtherKinds, HaveTheirChangedOptionsChecked) {
  const auto running = read({{"greeters", "says"}}).settings;
  const auto changed = read({{"greeters", "says"}, {"greeter.says.wird", "hi"}}).settings;

  EXPECT_THAT(app::check_changed_services(running, changed, registry_, host_),
              ElementsAre(HasSubstr("greeter.says.wird: the greeter has no such option")));
}

TEST_F(FurtherKinds, KeepTheirSecretsFromServers) {
  ::setenv("FURTHER_KINDS_SECRET", "x", 1);
  const auto others = [&](const std::map<std::string, std::string>& settings) {
    return app::OwnVariables(read(settings).settings, registry_).others_with("FURTHER_KINDS_");
  };

  EXPECT_THAT(others({}), ElementsAre("FURTHER_KINDS_SECRET"));
  EXPECT_THAT(others({{"greeters", "says"}, {"greeter.says.secretIn", "FURTHER_KINDS_SECRET"}}), ElementsAre());
}

}  // namespace
}  // namespace workbench
