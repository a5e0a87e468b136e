// Well-behaved until it is used.
#include <stdexcept>

#include "parts.hpp"

namespace {
class Throws final : public workbench::Transport {
 public:
  std::vector<workbench::OptionDescription> options() const override { return {}; }
  workbench::Result<std::unique_ptr<workbench::Connection>> connect(const workbench::ServerConfig& server,
                                                                    workbench::Host&) override {
    throw std::runtime_error("cannot think of " + server.name);
  }
};
}  // namespace

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("thoughtless", std::make_unique<Throws>());
}
WORKBENCH_PLUGIN("throws-while-serving", "1.0.0", register_plugin);
