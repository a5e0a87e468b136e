#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "operator/operator_sockets.hpp"

namespace workbench::app {

/// A workbench of this user in which calls wait, or have waited. [startup]
class OperatedWorkbench {
 public:
  explicit OperatedWorkbench(OperatorSocketFile socket) : socket_(std::move(socket)) {}

  /// Its process, which tells workbenches apart.
  [[nodiscard]] std::string name() const { return std::to_string(socket_.process); }

  /// See request_as_operator().
  [[nodiscard]] Result<Json> request(std::string_view method, const Json& params = {}) const;

 private:
  OperatorSocketFile socket_;
};

/// A waiting call or a standing decision, and the workbench that has it.
struct OperatedItem {
  const OperatedWorkbench* workbench;  ///< never null
  Json item;                           ///< an object with an `id`

  [[nodiscard]] std::string id() const;
};

/// What several workbenches have, and those that did not say, because a person would miss their calls.
struct OperatedItems {
  std::vector<OperatedItem> found;
  std::vector<Error> failures;  ///< each names its workbench
};

/// All workbenches of this user in which calls wait, whatever their configuration, and what they answer. A workbench
/// that ends meanwhile has no items. [startup]
class OperatedWorkbenches {
 public:
  OperatedWorkbenches();

  [[nodiscard]] bool empty() const { return workbenches_.empty(); }
  /// Whether a person has to be told which workbench an item is of.
  [[nodiscard]] bool has_several() const { return workbenches_.size() > 1; }

  /// The oldest call of each workbench first.
  [[nodiscard]] OperatedItems waiting() const;
  [[nodiscard]] OperatedItems standing() const;

 private:
  [[nodiscard]] OperatedItems items(std::string_view method, std::string_view member) const;

  std::vector<OperatedWorkbench> workbenches_;
};

/// The item whose id is `text` or, if no other id does, begins with it. not_found: there is none.
/// invalid_argument: several ids begin with it.
[[nodiscard]] Result<OperatedItem> item_of(const std::vector<OperatedItem>& items, std::string_view text);

}  // namespace workbench::app
