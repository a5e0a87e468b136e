#pragma once

// The scene of a scenario: the real program with its real plugins and a toolbox `wild` whose servers misbehave, and a
// bystander who must not notice. How to use it:
//
//   Scene scene(wild_server("s", {"--modern"}));
//   Caller affected(scene.port(), Era::legacy);
//   affected.open("wild");
//   EXPECT_THAT(affected.use_text("wild", "s", "kill_self"), StartsWith("[wild/s/kill_self] Error: "));
//   affected.leave("wild");
//   scene.expect_unharmed();

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bystander.hpp"
#include "caller.hpp"
#include "footprint.hpp"
#include "http_client.hpp"
#include "workbench_client.hpp"

namespace chaos {

/// How often a scenario repeats what it does: 1, and in the long form of the suite as often as CHAOS_EFFORT says.
[[nodiscard]] inline int effort() {
  const char* const text = std::getenv("CHAOS_EFFORT");
  const int wanted = text == nullptr ? 1 : std::atoi(text);
  return wanted < 1 ? 1 : wanted;
}

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::quoted;
using test_support::toolbox;
using test_support::toolboxes_file;
using test_support::tools_in;
using test_support::use_tool_params;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// What a server or a client writes: bytes, perhaps many times.
struct Bytes {
  std::string piece;
  std::size_t times = 1;
};
using Writing = std::vector<Bytes>;

/// A message as it is on the wire.
[[nodiscard]] inline std::string line(std::string message) {
  return std::move(message) + "\n";
}

/// All the bytes.
[[nodiscard]] std::string text_of(const Writing& writing);

/// The arguments of the fake server's tools `write` and `write_errors`. `$ID` in a piece is the id of the call; `then`
/// is what the server does after it.
[[nodiscard]] std::string write_arguments(const Writing& writing, std::string_view then = {});

/// The entry of a server that runs a script of the shell.
[[nodiscard]] std::string shell_server(std::string_view name, std::string_view script,
                                       std::string_view more_members = {});

/// The options of the fake server for this era, and more.
[[nodiscard]] std::vector<std::string> of_era(Era era, std::vector<std::string> more = {});

/// The file with the toolbox `wild`, which has these servers (raw members), and the toolbox `steady` with the server
/// `steady`.
[[nodiscard]] std::string wild_and_steady(std::string_view wild_servers, std::string_view mode = {});

/// What all scenes have: the settings that their workbench needs.
[[nodiscard]] std::vector<std::string> with_scene_options(const std::vector<std::string>& options);
/// Servers get this variable, with the mark by which their processes are found.
[[nodiscard]] std::map<std::string, std::string> with_mark(std::map<std::string, std::string> environment,
                                                           const std::string& mark);

/// A workbench that serves over HTTP, and its bystander, which calls from the constructor on.
class Scene {
 public:
  /// `wild_servers` are the raw members of the toolbox `wild`; `options` go on the command line.
  explicit Scene(std::string_view wild_servers, const std::vector<std::string>& options = {},
                 const std::map<std::string, std::string>& environment = {}, const test_support::Launch& launch = {},
                 std::string_view mode = {});

  [[nodiscard]] test_support::HttpWorkbench& workbench() { return workbench_; }
  [[nodiscard]] std::uint16_t port() const { return workbench_.port(); }
  [[nodiscard]] pid_t pid() { return workbench_.process().pid(); }
  [[nodiscard]] const std::string& mark() const { return mark_; }
  /// What the workbench held when the bystander had begun.
  [[nodiscard]] const Footprint& before() const { return before_; }

  /// The processes of the misbehaving servers, launchers included: their ids and their command lines.
  [[nodiscard]] std::map<int, std::string> wild_processes();
  /// Waits for at most a second; false: it is still there. A server's descendants end shortly after the server.
  [[nodiscard]] bool waits_for_end_of(int wild_process);

  /// Fails the test unless no call of the bystander has failed or was slow, a new client of each era is served, and
  /// nothing has leaked when the toolbox `wild` has been removed from the file; then ends the workbench, and fails the
  /// test unless it exits with 0 and leaves no process. Affected clients of the legacy era have left.
  void expect_unharmed(const FootprintLimits& limits = {});
  /// The first part of that: the calls of the bystander so far. It calls no more.
  void expect_calm_bystander();

  /// How long a call of the bystander may take. Generous: other programs use the machine as well.
  static constexpr std::chrono::milliseconds kMaxLatency{1500 * kSlowness};

 private:
  std::string mark_;
  test_support::HttpWorkbench workbench_;
  std::string without_wild_;  // the text of the file
  std::optional<Bystander> bystander_;
  Footprint before_;
};

/// A workbench whose client is on its stdin and stdout; the calls of the toolbox `steady` are the bystander.
class StdioScene {
 public:
  explicit StdioScene(std::string_view wild_servers, const std::vector<std::string>& options = {},
                      std::string_view revision = "2025-11-25");

  [[nodiscard]] test_support::WorkbenchClient& client() { return client_; }
  [[nodiscard]] pid_t pid() { return client_.process().pid(); }
  [[nodiscard]] const std::string& mark() const { return mark_; }

  /// Calls the tool `echo` of `steady`, and returns all lines that come before its answer. Fails the test unless the
  /// answer contains the proof that the call had, and throws if there is none.
  std::vector<std::string> lines_until_proof();

  /// The toolbox `steady` is served as before, and nothing has leaked; then the end, as of a Scene.
  void expect_unharmed(const FootprintLimits& limits = {});

 private:
  std::string mark_;
  test_support::WorkbenchClient client_;
  Footprint before_;
  int proofs_ = 0;
};

}  // namespace chaos
