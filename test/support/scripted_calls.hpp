#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <workbench/recent_calls.hpp>

namespace test_support {

/// Calls that a test adds, and the last query about them.
class ScriptedCalls final : public workbench::RecentCalls {
 public:
  using Json = workbench::Json;

  /// Calls end, and the subscriber is told at once.
  void end_calls(std::uint64_t count = 1) {
    ended_ += count;
    if (changed_) changed_();
  }
  void set_in_use(bool is_in_use) { is_in_use_ = is_in_use; }
  void fail() { fails_ = true; }
  [[nodiscard]] const workbench::CallQuery& latest_query() const { return query_; }
  [[nodiscard]] int queries() const { return queries_; }

  [[nodiscard]] bool is_in_use() const override { return is_in_use_; }
  /// The newest calls alone; it knows no filter.
  [[nodiscard]] workbench::CallPage calls(const workbench::CallQuery& query) const override {
    if (fails_) throw std::runtime_error("no calls today");
    query_ = query;
    ++queries_;
    workbench::CallPage page;
    page.ended = ended_;
    const std::uint64_t news = ended_ - query.since.value_or(0);
    for (std::uint64_t one = 0; one != news && one != query.limit; ++one) {
      page.calls.emplace_back(R"({"id":)" + std::to_string(ended_ - one) + "}");
    }
    page.skipped = news - page.calls.size();
    return page;
  }
  [[nodiscard]] std::uint64_t ended() const override { return ended_; }
  [[nodiscard]] workbench::Result<Json> find(std::uint64_t id, const std::optional<std::string>& own) const override {
    query_.own = own;
    return Json(R"({"id":)" + std::to_string(id) + "}");
  }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> on_change(
      workbench::MoveOnlyFunction<void()> changed) override {
    changed_ = std::move(changed);
    return std::make_unique<Subscription>();
  }
  void keep_uses(std::string) override {}
  void tool_uses(workbench::MoveOnlyFunction<void(Json)> done) override {
    if (fails_) throw std::runtime_error("no uses today");
    done(Json(R"({"tools":[]})"));
  }

 private:
  class Subscription final : public workbench::EventLoop::Subscription {};

  bool is_in_use_ = true;
  bool fails_ = false;
  std::uint64_t ended_ = 0;
  workbench::MoveOnlyFunction<void()> changed_;
  mutable workbench::CallQuery query_;
  mutable int queries_ = 0;
};

}  // namespace test_support
