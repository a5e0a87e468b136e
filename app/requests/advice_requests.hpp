#pragma once

#include <string_view>

#include "requests/operator_methods.hpp"

namespace workbench::app {

/// What a message of the workbench means, for every operator:
///
///   workbench/advice  {"message"} -> {"meaning", "remedy"}
///
/// not_found: no such message is known. [loop thread]
class AdviceRequests final : public OperatorMethods {
 public:
  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/advice"; }
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;
};

}  // namespace workbench::app
