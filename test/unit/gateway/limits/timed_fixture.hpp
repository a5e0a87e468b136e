#pragma once

// Clients and servers of both eras, and a time that passes as the test says.

#include <algorithm>
#include <ostream>

#include "gateway_fixture.hpp"
#include "manual_time.hpp"

namespace gateway_fixture {

/// A client of an era with a server of an era.
struct TimedPairing {
  const char* name;
  bool has_modern_client;
  bool has_modern_server;

  friend std::ostream& operator<<(std::ostream& out, const TimedPairing& pairing) { return out << pairing.name; }
};

inline const auto kTimedPairings = testing::Values(
    TimedPairing{"LegacyClientAndLegacyServer", false, false}, TimedPairing{"LegacyClientAndModernServer", false, true},
    TimedPairing{"ModernClientAndLegacyServer", true, false}, TimedPairing{"ModernClientAndModernServer", true, true});

inline std::string name_of_pairing(const testing::TestParamInfo<TimedPairing>& pairing) {
  return pairing.param.name;
}

/// A toolbox of one server, which answers a call within kCallLimit or shows a sign of life.
class TimedFixture : public WorkspaceFixture, public testing::WithParamInterface<TimedPairing> {
 protected:
  static constexpr std::chrono::milliseconds kCallLimit{1'500};

  TimedFixture() : server_(add_server("dev", "files", GetParam().has_modern_server ? "modern" : "legacy")) {
    config_.tool_mode = config::ToolMode::flat;
    toolbox_entry("dev").servers.front().call_time_limit = kCallLimit;
  }

  /// A client that has seen the tools.
  std::unique_ptr<TestClient> client(const std::string& capabilities = "{}") {
    auto made = GetParam().has_modern_client ? modern_client(capabilities) : legacy_client(capabilities);
    made->listed_tools();
    return made;
  }

  /// Lets the time pass, and all happen that is due meanwhile.
  void pass(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kStep{100};
    for (; time.count() > 0; time -= kStep) {
      test_support::pass_time(std::min(time, kStep));
      run_until_quiet();
    }
  }

  /// A result of the server with these members.
  [[nodiscard]] static std::string result(const std::string& members) {
    return (GetParam().has_modern_server ? R"({"resultType":"complete",)" : "{") + members + "}";
  }

  ScriptedServer& server_;
};

}  // namespace gateway_fixture
