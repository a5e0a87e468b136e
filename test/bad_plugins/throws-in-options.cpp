#include <stdexcept>

#include "parts.hpp"

namespace {
class Throws final : public workbench::Transport {
 public:
  std::vector<workbench::OptionDescription> options() const override { throw std::logic_error("not yet written"); }
  workbench::Result<std::unique_ptr<workbench::Connection>> connect(const workbench::ServerConfig&,
                                                                    workbench::Host&) override {
    return workbench::Error{};
  }
};
}  // namespace

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("unwritten", std::make_unique<Throws>());
}
WORKBENCH_PLUGIN("throws-in-options", "1.0.0", register_plugin);
