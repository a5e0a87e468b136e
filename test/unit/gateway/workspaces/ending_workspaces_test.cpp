#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::IsEmpty;
using testing::SizeIs;

void reconfigure(config::Config& config) {
  config.toolboxes.front().servers.front().options.set("args", Options::TextList{"--another"});
}

void remove_server(config::Config& config) {
  config.toolboxes.front().servers.clear();
}

void remove_toolbox(config::Config& config) {
  config.toolboxes.clear();
}

struct Change {
  const char* name;
  void (*make)(config::Config&);
};

void PrintTo(const Change& change, std::ostream* out) {
  *out << change.name;
}

class AnEndingWorkspace : public WorkspaceFixture, public testing::WithParamInterface<Change> {
 protected:
  AnEndingWorkspace() { files_.closes_slowly = true; }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_P(AnEndingWorkspace, EndsWithItsServersAlthoughTheConfigurationChangesMeanwhile) {
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->leave();
  ASSERT_TRUE(run_until([&] { return files_.run().is_closing(); }));
  ASSERT_THAT(workspaces().overview().workspaces, SizeIs(1));

  GetParam().make(config_);
  ASSERT_TRUE(workspaces().apply(config_));
  run_until_quiet();
  files_.closes_slowly = false;
  files_.run().exit();
  run_until_quiet();

  EXPECT_THAT(workspaces().overview().workspaces, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Changes, AnEndingWorkspace,
                         testing::Values(Change{"AnotherServer", reconfigure}, Change{"NoServer", remove_server},
                                         Change{"NoToolbox", remove_toolbox}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(WorkspaceFixture, EndsAlthoughAServerAnswersOnlyNowWhatItWasAskedAtItsStart) {
  ScriptedServer& files = add_server("dev", "files");
  files.leave_unanswered("tools/list");
  files.closes_slowly = true;
  const auto client = legacy_client();
  client->open_toolbox("dev");
  ASSERT_TRUE(run_until([&] { return files.starts() == 1 && files.run().count("tools/list") > 0; }));
  client->leave();
  ASSERT_TRUE(run_until([&] { return files.run().is_closing(); }));

  files.run().answer("tools/list", R"({"tools":[]})");
  run_until_quiet();
  files.run().exit();
  run_until_quiet();

  EXPECT_THAT(workspaces().overview().workspaces, IsEmpty());
}

}  // namespace
