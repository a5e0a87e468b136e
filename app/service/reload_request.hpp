#pragma once

#include "requests/operator_methods.hpp"
#include "service/reload.hpp"
#include "service/service.hpp"

namespace workbench::app {

/// `workbench/reload`, without params, for operators who see everything: reads all files again, and answers at once
/// with the outcome, as `{"outcome": "applied", "messages": [...]}`. [loop thread]
class ReloadRequest final : public OperatorMethods {
 public:
  /// Both must outlive it.
  ReloadRequest(Service& service, Reload& reload) : service_(service), reload_(reload) {}

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/reload"; }
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  Service& service_;
  Reload& reload_;
};

}  // namespace workbench::app
