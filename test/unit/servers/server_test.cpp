#include "servers/server.hpp"

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

using ServerTest = ServerFixture;

TEST_F(ServerTest, KnowsItsToolsOnceItHasStarted) {
  peer_.tools = {"read_file", "write_file"};
  Outcome started;
  start(started);
  EXPECT_TRUE(server().is_starting());
  run_until_quiet();
  EXPECT_TRUE(started.is_success());
  EXPECT_FALSE(server().is_starting());
  EXPECT_THAT(tool_names(), ElementsAre("read_file", "write_file"));
}

}  // namespace
