#include "registry/guarded_transport.hpp"

#include <utility>

#include "registry/guarded_connection.hpp"

namespace workbench::registry {
namespace {

class GuardedTransport final : public Transport {
 public:
  GuardedTransport(PluginObject object, std::unique_ptr<Transport> transport)
      : object_(std::move(object)), transport_(std::move(transport)), options_(transport_->options()) {}

  std::vector<OptionDescription> options() const override { return options_; }

  Result<void> check(const Options& options) const override {
    try {
      return transport_->check(options);
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host& host) override {
    try {
      auto connection = transport_->connect(server, host);
      if (!connection) return connection;
      if (*connection == nullptr) return plugin_failure(object_, "made neither a connection nor an error");
      return std::unique_ptr<Connection>(
          std::make_unique<GuardedConnection>(object_, host.loop(), std::move(*connection)));
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

 private:
  PluginObject object_;
  std::unique_ptr<Transport> transport_;
  std::vector<OptionDescription> options_;
};

}  // namespace

std::unique_ptr<Transport> make_guarded_transport(PluginObject object, std::unique_ptr<Transport> transport) {
  return std::make_unique<GuardedTransport>(std::move(object), std::move(transport));
}

}  // namespace workbench::registry
