#include "registry/guarded_meta_tool.hpp"

#include <utility>

#include <workbench/host.hpp>

namespace workbench::registry {
namespace {

class GuardedMetaTool final : public MetaTool {
 public:
  GuardedMetaTool(PluginObject object, std::unique_ptr<MetaTool> meta_tool)
      : object_(std::move(object)), meta_tool_(std::move(meta_tool)) {}

  Json definition(const Toolboxes& toolboxes, const ClientProfile& client, const JsonAccess& json) const override {
    try {
      Json definition = meta_tool_->definition(toolboxes, client, json);
      if (definition.kind() == JsonKind::object) return definition;
      return stand_in(plugin_failure(object_, "gave no JSON object as its definition"), json);
    } catch (...) {
      return stand_in(failure_of_current_exception(object_), json);
    }
  }

  bool is_offered_by_default(const Toolboxes& toolboxes) const override {
    try {
      return meta_tool_->is_offered_by_default(toolboxes);
    } catch (...) {
      return false;
    }
  }

  void call(ToolCall call) override {
    Host& host = call.host();
    Json arguments = call.arguments();
    detail::OwnedRequest request = call.release();
    detail::DropGuard guard(*request);
    try {
      meta_tool_->call(ToolCall(std::move(request), std::move(arguments), host));
    } catch (...) {
      const Error failure = failure_of_current_exception(object_);
      host.log(LogLevel::error, object_.plugin, failure.message);
      if (detail::OwnedRequest dropped = guard.take_dropped()) dropped->fail(failure);
      return;  // otherwise the call was answered, or will be
    }
    if (detail::OwnedRequest dropped = guard.take_dropped()) {
      dropped->fail(plugin_failure(object_, "dropped a call without an answer"));
    }
  }

 private:
  // tools/list must stay valid, and whoever reads it should see what is wrong.
  Json stand_in(const Error& failure, const JsonAccess& json) const {
    return Json(R"({"name":)" + json.quoted(object_.name) + R"(,"description":)" + json.quoted(failure.message) +
                R"(,"inputSchema":{"type":"object"}})");
  }

  PluginObject object_;
  std::unique_ptr<MetaTool> meta_tool_;
};

}  // namespace

std::unique_ptr<MetaTool> make_guarded_meta_tool(PluginObject object, std::unique_ptr<MetaTool> meta_tool) {
  return std::make_unique<GuardedMetaTool>(std::move(object), std::move(meta_tool));
}

}  // namespace workbench::registry
