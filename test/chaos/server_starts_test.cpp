// Servers that cannot be started, or that do not become ready.

#include <ostream>

#include "scene.hpp"

namespace {

using namespace chaos;

struct Row {
  const char* what;
  std::string server;  ///< the entry of the server `s`
  std::string reason;  ///< what the answer of open_toolbox says, besides the contract's beginning
  std::size_t peak_kib = FootprintLimits{}.peak_growth_kib;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}

std::string program(std::string_view command, std::string_view more_members = {}) {
  return R"("s":{"command":)" + quoted(command) + (more_members.empty() ? "" : ",") + std::string(more_members) + "}";
}

/// A server that is not waited for longer than this.
std::string impatient(std::string_view script) {
  return shell_server("s", script, R"("startTimeoutMs":400)");
}

const std::string kNotReady = "the server was not ready within 400 ms";

/// The limit of a message and a twentieth, and what a scene needs anyway.
constexpr std::size_t kMaxEndlessLineKib = 64 * 1024 + 64 * 1024 / 20 + 8 * 1024;

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"ThatIsMissingOnPath", program("no-such-program-anywhere"), "was not found on PATH"},
      {"ThatIsMissing", program("/no/such/program"), "No such file or directory"},
      {"ThatIsNotExecutable", program("/etc/passwd"), "Permission denied"},
      {"ThatIsAFolder", program("/"), "Permission denied"},
      {"WhoseFolderIsMissing", program("true", R"("cwd":"/no/such/folder")"), "/no/such/folder"},
      {"ThatExitsAtOnce", program("true"), "exit code 0"},
      {"ThatExitsWithAReason", shell_server("s", "echo the disk is full >&2; exit 3"), "the disk is full"},
      {"ThatExitsInsteadOfAnswering", fake_server("s", {"--exit-on-initialize", "5"}), "exit code 5"},
      {"ThatExitsInMidAnswer", shell_server("s", "read line; printf '{\"jsonrpc\":\"2.0\",\"id\":1,'; exit 4"),
       "the server ended in the middle of a message: the server ended with exit code 4"},
      {"ThatIsKilled", shell_server("s", "kill -KILL $$"), "signal 9"},
      {"ThatIsStopped", impatient("kill -STOP $$"), kNotReady},
      {"ThatIsSlow", impatient("exec sleep 60"), kNotReady},
      {"ThatIgnoresSigterm", impatient("trap '' TERM; while :; do sleep 60; done"), kNotReady},
      {"ThatClosesItsOutput", impatient("exec >&-; exec sleep 60"), ""},
      {"ThatClosesItsInput", impatient("exec <&-; exec sleep 60"), ""},
      {"ThatWritesGarbageWithoutEnd", impatient("exec yes garbage"), kNotReady},
      {"ThatWritesALineWithoutEnd", impatient("exec cat /dev/zero"), kNotReady, kMaxEndlessLineKib},
      {"ThatFloodsItsStderr", impatient("yes flood >&2; true"), kNotReady},
      {"ThatLeavesAGrandchildWithItsPipes", shell_server("s", "sleep 60 & exit 6"), "exit code 6"},
      {"ThatLeavesADetachedGrandchildWithItsPipes", shell_server("s", "setsid sleep 60 & sleep 0.1; exit 7"),
       "exit code 7"},
      {"ThatAnswersItselfOnly", impatient("exec cat"), ""},
  };
  return kRows;
}

class AStart : public testing::TestWithParam<std::tuple<Era, Row>> {};
INSTANTIATE_TEST_SUITE_P(Start, AStart,
                         testing::Combine(testing::Values(Era::legacy, Era::modern), testing::ValuesIn(rows())),
                         [](const auto& row) {
                           return std::string(std::get<1>(row.param).what) + "_" + name_of(std::get<0>(row.param));
                         });

TEST_P(AStart, IsReportedWithTheReasonAndHarmsNoOther) {
  const auto& [era, row] = GetParam();
  Scene scene(row.server, {"-D", "limits.shutdown=600ms", "-D", "limits.serverEnd=600ms"});
  Caller affected(scene.port(), era);
  const std::string text = first_text(affected.open("wild"));
  EXPECT_THAT(text, AllOf(StartsWith("Failed to connect to server 's' in toolbox 'wild': "), HasSubstr(row.reason)));
  scene.expect_unharmed({.peak_growth_kib = row.peak_kib});
}

TEST(AStartThatFailsAtEveryOpening, IsReportedEachTimeAndHarmsNoOther) {
  Scene scene(shell_server("s", "exit 9"));
  Caller affected(scene.port(), Era::legacy);
  for (int i = 0; i < 20; ++i) EXPECT_THAT(first_text(affected.open("wild")), HasSubstr("exit code 9"));
  scene.expect_unharmed();
}

/// 24 that fail in three ways.
TEST(ServersThatFailTogether, DoNotKeepAHealthyOneFromBeingUsed) {
  std::string servers;
  for (int i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    servers += shell_server("slow" + n, "exec sleep 60", R"("startTimeoutMs":400)") + ",";
    servers += shell_server("ends" + n, "exit 1") + ",";
    servers += R"("missing)" + n + R"(":{"command":"/no/such/program"},)";
  }
  Scene scene(servers + fake_server("s"));
  Caller affected(scene.port(), Era::legacy);
  const std::string text = first_text(affected.open("wild"));
  EXPECT_EQ(elements(member(text, "_errors")).size(), 24U) << text.substr(0, 1000);
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

}  // namespace
