#pragma once

#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/testing/empty_toolboxes.hpp>

#include "clients/backend.hpp"
#include "fuzzing.hpp"

namespace fuzzing {

/// What a client session gives to be answered: a call of a meta-tool, a list, or a request for a server.
struct Work {
  std::optional<workbench::ToolCall> call;
  workbench::clients::OwnedRequest forwarded;
  workbench::MoveOnlyFunction<void(workbench::Result<workbench::Json>)> list;
  workbench::Caller* caller = nullptr;  ///< null: it has cancelled
};

/// Keeps all that it is given, until the fuzzer answers it. The meta-tool `now` answers at once.
class KeepingBackend final : public workbench::clients::Backend {
 public:
  [[nodiscard]] std::string instructions(const workbench::ClientInfo&) const override { return "none"; }
  [[nodiscard]] workbench::Json capabilities(workbench::protocol::Revision) const override {
    return workbench::Json(R"({"tools":{"listChanged":true},"prompts":{"listChanged":true},)"
                           R"("resources":{"subscribe":true,"listChanged":true},"completions":{},"logging":{}})");
  }
  [[nodiscard]] workbench::Json declared_capabilities(workbench::protocol::Revision revision) override {
    return capabilities(revision);
  }
  [[nodiscard]] workbench::MetaTool* find_meta_tool(std::string_view name) override {
    if (name == "now") return &answering_;
    return name == "keep" ? &keeping_ : nullptr;
  }
  [[nodiscard]] std::optional<workbench::Error> refuse_weaker(const workbench::Scopes*,
                                                              const workbench::Scopes*) const override {
    return std::nullopt;
  }
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return toolboxes_; }

  void list(workbench::protocol::ListKind /*kind*/, workbench::Caller& caller,
            workbench::MoveOnlyFunction<void(workbench::Result<workbench::Json>)> done) override {
    Work& added = add(caller);
    added.list = std::move(done);
    // A list that no client waits for must not be answered.
    caller.on_cancel(
        [this, &added](const workbench::Json&) { work.remove_if([&](const Work& one) { return &one == &added; }); });
  }
  void forward(std::string_view /*method*/, const workbench::Json& /*params*/,
               workbench::clients::OwnedRequest request) override {
    Work& added = add(*request);
    added.forwarded = std::move(request);
    watch(added);
  }
  [[nodiscard]] bool passes_vendor_messages() const override { return true; }
  void handle_vendor_notification(std::string_view method, const workbench::Json& /*params*/,
                                  const std::shared_ptr<const workbench::Scopes>& /*scopes*/) override {
    require(!method.empty(), "a vendor's notification has a name");
  }
  void watch_resources(const std::set<std::string>& /*uris*/) override {}
  void when_watched(const std::string& /*uri*/, const std::shared_ptr<const workbench::Scopes>& /*scopes*/,
                    workbench::MoveOnlyFunction<void(workbench::Response)> done) override {
    done(workbench::Json("{}"));
  }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> watch_task(
      const std::string& /*id*/, const workbench::Scopes* /*scopes*/,
      workbench::MoveOnlyFunction<void(const workbench::Json&)> /*notify*/) override {
    return std::make_unique<workbench::EventLoop::Subscription>();
  }
  void set_log_level(std::string_view level) override { require(!level.empty(), "a level has a name"); }
  void handle_initialized() override {}
  void handle_roots_changed() override {}
  void pause_servers(bool paused) override {
    require(paused != is_paused_, "servers are paused and continued by turns");
    is_paused_ = paused;
  }

  std::list<Work> work;

 private:
  class AnsweringTool final : public workbench::MetaTool {
   public:
    [[nodiscard]] workbench::Json definition(const workbench::Toolboxes&,
                                             const workbench::ClientProfile&) const override {
      return workbench::Json(R"({"name":"now"})");
    }
    void call(workbench::ToolCall call) override { call.result(workbench::ToolResult::text("now")); }
  };

  class KeepingTool final : public workbench::MetaTool {
   public:
    explicit KeepingTool(KeepingBackend& backend) : backend_(backend) {}
    [[nodiscard]] workbench::Json definition(const workbench::Toolboxes&,
                                             const workbench::ClientProfile&) const override {
      return workbench::Json(R"({"name":"keep"})");
    }
    void call(workbench::ToolCall call) override {
      Work& added = backend_.add(call.caller());
      added.call = std::move(call);
      backend_.watch(added);
    }

   private:
    KeepingBackend& backend_;
  };

  Work& add(workbench::Caller& caller) {
    work.emplace_back().caller = &caller;
    return work.back();
  }

  /// Keeps a request that is cancelled, which the fuzzer may still answer.
  static void watch(Work& added) {
    added.caller->on_cancel([&added](const workbench::Json&) {
      require(added.caller != nullptr, "a request is cancelled once");
      added.caller = nullptr;
    });
  }

  workbench::test::EmptyToolboxes toolboxes_;
  AnsweringTool answering_;
  KeepingTool keeping_{*this};
  bool is_paused_ = false;
};

}  // namespace fuzzing
