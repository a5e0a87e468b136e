#pragma once

#include <map>
#include <string>
#include <vector>

#include "client.hpp"
#include "questions.hpp"
#include "screen.hpp"

namespace workbench::demo_client {

/// The demo from the handshake to the last answer, shown as it happens.
class Tour {
 public:
  /// Both must outlive the tour.
  Tour(Client& client, Screen& screen) : client_(client), screen_(screen) {}

  /// Whether every answer was right. What keeps the tour from going on is thrown as std::exception.
  [[nodiscard]] bool run();

 private:
  /// Where a listed tool is.
  struct Place {
    std::string toolbox;
    std::string server;
  };

  void meet();
  [[nodiscard]] std::vector<Screen::Row> look_at_toolboxes();
  void open(const std::string& toolbox);
  [[nodiscard]] bool ask(const Question& question);

  Client& client_;
  Screen& screen_;
  std::map<std::string, Place, std::less<>> places_;  // by the tool's name
};

}  // namespace workbench::demo_client
