#include "registry/guarded_listener.hpp"

#include <utility>

#include "registry/guarded_connection.hpp"

namespace workbench::registry {
namespace {

class GuardedFrontDoor final : public FrontDoor {
 public:
  GuardedFrontDoor(Origin origin, std::unique_ptr<FrontDoor> front_door)
      : origin_(std::move(origin)), front_door_(std::move(front_door)), options_(front_door_->options()) {}

  std::vector<OptionDescription> options() const override { return options_; }

  Result<void> check(const Options& options, const Limits& limits, const JsonAccess& json) const override {
    try {
      return front_door_->check(options, limits, json);
    } catch (...) {
      return failure_of_current_exception(origin_);
    }
  }

  Result<void> open(const Options& options, Host& host, Accept accept) override {
    try {
      return front_door_->open(options, host, guarding(host, std::move(accept)));
    } catch (...) {
      return failure_of_current_exception(origin_);
    }
  }

  void close() noexcept override { front_door_->close(); }

  // There is no error to answer with. A workbench that goes on can still be told to end; one that ended cannot.
  bool ends_with_its_client() const override {
    try {
      return front_door_->ends_with_its_client();
    } catch (...) {
      return false;
    }
  }

 private:
  Accept guarding(Host& host, Accept accept) const {
    return [origin = origin_, &host, accept = std::move(accept)](Arrival client) mutable {
      if (client.connection == nullptr) {
        return host.log(LogLevel::error, origin.plugin, plugin_failure(origin, "accepted no connection").message);
      }
      client.connection = std::make_unique<GuardedConnection>(origin, host.loop(), std::move(client.connection));
      accept(std::move(client));
    };
  }

  Origin origin_;
  std::unique_ptr<FrontDoor> front_door_;
  std::vector<OptionDescription> options_;
};

}  // namespace

std::unique_ptr<FrontDoor> make_guarded_front_door(Origin origin, std::unique_ptr<FrontDoor> front_door) {
  return std::make_unique<GuardedFrontDoor>(std::move(origin), std::move(front_door));
}

}  // namespace workbench::registry
