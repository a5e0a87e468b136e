#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "target.hpp"
#include "temporary_folder.hpp"

namespace bench {

using Command = std::vector<std::string>;

/// Another gateway, from the command line.
struct Gateway {
  std::string name;
  Command command;
};

/// The programs that are compared, and the workbench's configurations. [one thread]
class Contenders {
 public:
  explicit Contenders(std::vector<Gateway> gateways) : gateways_(std::move(gateways)) {}

  [[nodiscard]] const std::vector<Gateway>& gateways() const { return gateways_; }

  /// The server alone, with so many tools.
  [[nodiscard]] Command server(int tools = 1) const;
  [[nodiscard]] Command relay(int tools = 1) const;

  /// What the toolbox `bench` has: `servers` servers with `tools` tools each.
  struct Content {
    int servers = 1;
    int tools = 1;
    std::string tool_mode = "proxy";
  };
  [[nodiscard]] Command workbench(const Content& content, const std::vector<std::string>& settings = {}) const;
  [[nodiscard]] Command workbench() const { return workbench(Content{}); }

  /// "direct", "relay", "workbench" and the other gateways, started.
  [[nodiscard]] std::vector<std::unique_ptr<Target>> start_all() const;

 private:
  test_support::TemporaryFolder folder_;
  std::vector<Gateway> gateways_;
};

}  // namespace bench
