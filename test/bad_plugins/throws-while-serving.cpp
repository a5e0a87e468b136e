// Correct until it is used.
#include <stdexcept>

#include "parts.hpp"

namespace {
class Throws final : public workbench::Transport {
 public:
  workbench::Result<std::unique_ptr<workbench::Connection>> connect(const workbench::ServerConfig& server) override {
    throw std::runtime_error("cannot think of " + server.name);
  }
};
}  // namespace

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("thoughtless", {.make = workbench::construct_transport<Throws>});
}
WORKBENCH_PLUGIN("throws-while-serving", "1.0.0", register_plugin);
