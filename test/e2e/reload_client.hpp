#pragma once

// A client of a workbench whose configuration changes while it runs.

#include <signal.h>

#include <string>
#include <string_view>
#include <vector>

#include "workbench_client.hpp"

namespace test_support {

inline constexpr const char* kFile = "toolboxes.json";
inline const std::string kProd = "," + toolbox("prod", fake_server("t"));

/// A client of a workbench whose toolboxes file is rewritten, in place unless a test does it otherwise.
struct ReloadClient : InitializedClient {
  explicit ReloadClient(const std::vector<std::string>& options = {})
      : InitializedClient(toolbox("dev", fake_server("s")), options) {}

  void write(const std::string& toolboxes) const {
    static_cast<void>(folder().write(kFile, toolboxes_file(toolboxes)));
  }
  void write_with_prod() const { write(toolbox("dev", fake_server("s")) + kProd); }
  void wait_for_prod() { process().wait_for_error_text("applied: added prod"); }
  /// It may have arrived before a response already.
  void wait_for_list_changed() {
    constexpr std::string_view kNotification = "notifications/tools/list_changed";
    for (const std::string& line : notifications()) {
      if (line.find(kNotification) != std::string::npos) return;
    }
    while (next_line().find(kNotification) == std::string::npos) {
    }
  }
  void hang_up() { process().send_signal(SIGHUP); }
};

inline const std::vector<std::string> kUnwatched{"-D", "config.watch=false"};

}  // namespace test_support
