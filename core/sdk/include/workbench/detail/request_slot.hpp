#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/error.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/tool_result.hpp>

// The slot in which a plugin's ToolCall or MethodCall holds a request. The host's side of it is not part of the SDK.

namespace workbench {
class HeldResult;
class Toolboxes;
}  // namespace workbench

namespace workbench::detail {

/// A request of a client as its plugin-side owner uses it; see ClientCall for the contract of each function.
/// [loop thread]
class RequestSlot : public Caller {
 public:
  /// The toolboxes as this client sees them; they outlive the request.
  [[nodiscard]] Toolboxes& toolboxes() const { return toolboxes_; }

  virtual void result(ToolResult result) = 0;
  /// A result object that a plugin has made. It is checked.
  virtual void plugin_result(Json object) = 0;
  virtual void error(const PeerError& error) = 0;
  virtual void fail(const Error& error) = 0;
  [[nodiscard]] virtual bool is_open() const = 0;
  virtual void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) = 0;
  virtual void on_result(MoveOnlyFunction<void(Json& result)> change) = 0;
  virtual void hold_result(MoveOnlyFunction<void(HeldResult held)> hold) = 0;
  virtual void set_option(std::string_view name, Json value) = 0;
  [[nodiscard]] virtual Json option(std::string_view name) const = 0;

  /// The owner has destroyed its call, perhaps without an answer. Ends the ownership of this object.
  virtual void drop() noexcept = 0;

 protected:
  RequestSlot(std::shared_ptr<const CallerIdentity> identity, Json meta, Toolboxes& toolboxes)
      : Caller(std::move(identity), std::move(meta)), toolboxes_(toolboxes) {}

 private:
  Toolboxes& toolboxes_;
};

struct DropRequest {
  void operator()(RequestSlot* request) const noexcept { request->drop(); }
};
using OwnedSlot = std::unique_ptr<RequestSlot, DropRequest>;

/// What HeldResult forwards to.
class HeldResultSlot {
 public:
  HeldResultSlot() = default;
  HeldResultSlot(const HeldResultSlot&) = delete;
  HeldResultSlot& operator=(const HeldResultSlot&) = delete;
  virtual ~HeldResultSlot() = default;

  [[nodiscard]] virtual const Json& result() const = 0;
  [[nodiscard]] virtual Caller& caller() const = 0;
  [[nodiscard]] virtual bool is_open() const = 0;
  virtual void pass_on(Json result) = 0;
  virtual void fail(const Error& error) = 0;
};

}  // namespace workbench::detail
