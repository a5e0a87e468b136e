#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "requests/operator.hpp"

namespace workbench::app {

/// What is done for a request, and ends when this is destroyed.
class RequestWork {
 public:
  RequestWork() = default;
  RequestWork(const RequestWork&) = delete;
  RequestWork& operator=(const RequestWork&) = delete;
  virtual ~RequestWork() = default;
};

/// Where work for a request is kept: until it is answered or cancelled, or the operator has left.
class RequestWorkPlace {
 public:
  void keep(std::unique_ptr<RequestWork> work) { work_ = std::move(work); }

 private:
  std::unique_ptr<RequestWork> work_;
};

/// One request of an operator.
struct OperatorRequest {
  std::string_view method;
  Json params;                ///< an object, or absent
  const Operator& from;       ///< valid during the call alone
  RequestWorkPlace& pending;  ///< valid during the call alone
};

/// Receives the result of a request. To be called once, now or later. invalid_argument: the params are not valid.
/// not_found: what they name is not known. forbidden: this operator may not. unavailable: this workbench has no
/// such thing. The message is for the person.
using OperatorAnswer = MoveOnlyFunction<void(Result<Json>)>;

/// A group of methods of the operator protocol. [loop thread]
class OperatorMethods {
 public:
  OperatorMethods() = default;
  OperatorMethods(const OperatorMethods&) = delete;
  OperatorMethods& operator=(const OperatorMethods&) = delete;
  virtual ~OperatorMethods() = default;

  [[nodiscard]] virtual bool has(std::string_view method) const = 0;
  /// Only for methods that it has.
  virtual void respond(const OperatorRequest& request, OperatorAnswer answer) = 0;
};

}  // namespace workbench::app
