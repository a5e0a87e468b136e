// Servers that are started by a shell that a shell has started, as npx does: whichever process of the tree is killed,
// the call gets a reason, and none of the others remains.

#include <csignal>
#include <ostream>

#include "scene.hpp"

namespace {

using namespace chaos;

struct Row {
  const char* what;
  std::string killed;  ///< a text that only its command line has, in this tree
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}

/// `true` after each command keeps a shell from becoming the command.
std::string tree(Era era) {
  const std::string server = std::string(FAKE_SERVER) + (era == Era::modern ? " --modern" : "");
  return shell_server("s", ": outer; sh -c ': inner; " + server + "; true'; true");
}

class AProcess : public testing::TestWithParam<std::tuple<Era, Row>> {};
INSTANTIATE_TEST_SUITE_P(
    OfATree, AProcess,
    testing::Combine(testing::Values(Era::legacy, Era::modern),
                     testing::Values(Row{"Launcher", "launcher "}, Row{"OuterShell", "/bin/sh -c : outer"},
                                     Row{"InnerShell", "sh -c : inner"}, Row{"Server", FAKE_SERVER})),
    [](const auto& row) { return std::string(std::get<1>(row.param).what) + "_" + name_of(std::get<0>(row.param)); });

int find_process(Scene& scene, const std::string& beginning) {
  for (const auto& [process, words] : scene.wild_processes()) {
    const bool is_launcher = words.find("/launcher --") != std::string::npos;
    if (beginning == "launcher " ? is_launcher : words.starts_with(beginning)) return process;
  }
  return 0;
}

TEST_P(AProcess, ThatIsKilledFailsTheCallAndTakesItsTreeWithIt) {
  const auto& [era, row] = GetParam();
  Scene scene(tree(era), {"-D", "limits.shutdown=600ms", "-D", "limits.serverEnd=600ms"});
  Caller affected(scene.port(), era);
  affected.open("wild");
  affected.prove("wild", "s");
  const auto tree_before = scene.wild_processes();
  ASSERT_EQ(tree_before.size(), 4U) << testing::PrintToString(tree_before);
  affected.send_use("wild", "s", "hang");
  const int killed = find_process(scene, row.killed);
  ASSERT_NE(killed, 0) << testing::PrintToString(tree_before);
  ::kill(killed, SIGKILL);
  const std::string text = first_text(affected.receive_result());
  EXPECT_THAT(text, StartsWith("[wild/s/hang] Error: the server "));
  affected.prove("wild", "s");
  for (const auto& [process, words] : tree_before) EXPECT_TRUE(scene.waits_for_end_of(process)) << words;
  affected.leave("wild");
  scene.expect_unharmed();
}

}  // namespace
