#include "registry/guarded_listener.hpp"

#include <utility>

#include "registry/guarded_connection.hpp"

namespace workbench::registry {
namespace {

class GuardedListener final : public Listener {
 public:
  GuardedListener(PluginObject object, std::unique_ptr<Listener> listener)
      : object_(std::move(object)), listener_(std::move(listener)), options_(listener_->options()) {}

  std::vector<OptionDescription> options() const override { return options_; }

  Result<void> check(const Options& options, const Limits& limits, const JsonAccess& json) const override {
    try {
      return listener_->check(options, limits, json);
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

  Result<void> open(const Options& options, Host& host, Accept accept) override {
    try {
      return listener_->open(options, host, guarding(host, std::move(accept)));
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

  void close() noexcept override { listener_->close(); }

  // There is no error to answer with. A workbench that goes on can still be told to end; one that ended cannot.
  bool ends_with_its_client() const override {
    try {
      return listener_->ends_with_its_client();
    } catch (...) {
      return false;
    }
  }

 private:
  Accept guarding(Host& host, Accept accept) const {
    return [object = object_, &host, accept = std::move(accept)](AcceptedClient client) mutable {
      if (client.connection == nullptr) {
        return host.log(LogLevel::error, object.plugin, plugin_failure(object, "accepted no connection").message);
      }
      client.connection = std::make_unique<GuardedConnection>(object, host.loop(), std::move(client.connection));
      accept(std::move(client));
    };
  }

  PluginObject object_;
  std::unique_ptr<Listener> listener_;
  std::vector<OptionDescription> options_;
};

}  // namespace

std::unique_ptr<Listener> make_guarded_listener(PluginObject object, std::unique_ptr<Listener> listener) {
  return std::make_unique<GuardedListener>(std::move(object), std::move(listener));
}

}  // namespace workbench::registry
