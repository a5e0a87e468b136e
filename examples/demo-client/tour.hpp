#pragma once

#include <map>
#include <string>
#include <vector>

#include "client.hpp"
#include "sample_calls.hpp"
#include "screen.hpp"

namespace workbench::demo_client {

/// The demo, from `initialize` to the last tool call, shown step by step.
class Tour {
 public:
  /// Both must outlive the tour.
  Tour(Client& client, Screen& screen) : client_(client), screen_(screen) {}

  /// True if every answer was right. Throws std::exception if the tour cannot continue.
  [[nodiscard]] bool run();

 private:
  struct Location {
    std::string toolbox;
    std::string server;
  };

  void initialize();
  /// Name and description of each.
  [[nodiscard]] std::vector<Screen::Row> list_toolboxes();
  void open(const std::string& toolbox);
  /// True if the answer was right.
  [[nodiscard]] bool call(const SampleCall& sample);

  Client& client_;
  Screen& screen_;
  std::map<std::string, Location, std::less<>> locations_;  // of the listed tools, by name
};

}  // namespace workbench::demo_client
