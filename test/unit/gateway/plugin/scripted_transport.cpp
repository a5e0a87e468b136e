// Brings the transports of the tests into a registry::Registry, which knows nothing but plugins: connects to a server
// with the Transport whose address is the server's option `transport`.

#include <cstdint>
#include <memory>

#include <workbench/plugin.hpp>

namespace {

class ScriptedTransport final : public workbench::Transport {
 public:
  [[nodiscard]] std::vector<workbench::OptionDescription> options() const override {
    return {{"transport", workbench::OptionType::number, true, "The address of a workbench::Transport."}};
  }
  [[nodiscard]] workbench::Result<std::unique_ptr<workbench::Connection>> connect(const workbench::ServerConfig& config,
                                                                                  workbench::Host& host) override {
    const auto address = static_cast<std::uintptr_t>(config.options.number("transport", 0));
    return reinterpret_cast<workbench::Transport*>(address)->connect(config, host);
  }
};

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("scripted", std::make_unique<ScriptedTransport>());
}

}  // namespace

WORKBENCH_PLUGIN("scripted-transport", "0.1.0", register_plugin);
