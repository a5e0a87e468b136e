#include "registry/rescued_call.hpp"

#include <exception>
#include <utility>

namespace workbench::registry {

/// The end of the call that the plugin holds: passes everything on, but hands the call back when it is dropped by an
/// exception that left the plugin.
class RescuableEnd final : public ToolCallEnd {
 public:
  RescuableEnd(ToolCall call, RescuedCall& rescue)
      : call_(std::move(call)), rescue_(&rescue), exceptions_before_(std::uncaught_exceptions()) {
    rescue.lent_ = this;
  }
  ~RescuableEnd() override {
    if (rescue_ != nullptr) rescue_->lent_ = nullptr;
  }

  /// The plugin returned and kept the call.
  void forget_rescue() { rescue_ = nullptr; }

  void reply(ToolResult result) override { call_.reply(std::move(result)); }
  void fail(const Error& error) override {
    if (rescue_ != nullptr && std::uncaught_exceptions() > exceptions_before_) {
      rescue_->call_.emplace(std::move(call_));
      return;
    }
    call_.fail(error);
  }
  void relay(const PeerError& error) override { call_.relay(error); }
  Caller& caller() override { return call_.caller(); }
  Toolboxes& toolboxes() override { return call_.toolboxes(); }

 private:
  ToolCall call_;
  RescuedCall* rescue_;
  int exceptions_before_;
};

RescuedCall::~RescuedCall() {
  if (lent_ != nullptr) lent_->forget_rescue();
}

ToolCall RescuedCall::lend(ToolCall call) {
  Json arguments = call.arguments();
  return {std::make_unique<RescuableEnd>(std::move(call), *this), std::move(arguments)};
}

}  // namespace workbench::registry
