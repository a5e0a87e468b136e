#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <workbench/approval_inbox.hpp>
#include <workbench/json_writer.hpp>

namespace test_support {

/// An inbox of calls that a test adds, which keeps the answers.
class ScriptedInbox final : public workbench::ApprovalInbox {
 public:
  using Json = workbench::Json;

  /// `members` are raw, without the id.
  void add(const std::string& id, const std::string& members = R"("toolbox":"dev","server":"s","tool":"echo")") {
    calls_.emplace_back(id, R"({"id":")" + id + "\"," + members + "}");
    change();
  }
  void add_standing(const std::string& id) {
    standing_.emplace_back(id, R"({"id":")" + id + R"(","toolbox":"dev","server":"s","tool":"echo"})");
  }
  void set_flows(const std::string& flows) { flows_ = flows; }
  void fail() { fails_ = true; }
  /// Takes all away.
  void clear() {
    calls_.clear();
    change();
  }
  [[nodiscard]] const std::vector<workbench::ApprovalAnswer>& answers() const { return answers_; }

  [[nodiscard]] Json waiting() const override {
    if (fails_) throw std::runtime_error("no inbox today");
    return array_of(calls_);
  }
  [[nodiscard]] std::size_t count() const override {
    if (fails_) throw std::runtime_error("no inbox today");
    return calls_.size();
  }
  [[nodiscard]] workbench::Result<Json> find(std::string_view id) const override {
    for (const auto& [name, text] : calls_) {
      if (name == id) return Json(text);
    }
    return unknown(id);
  }
  workbench::Result<std::size_t> answer(const workbench::ApprovalAnswer& answer) override {
    std::size_t count = 0;
    for (const std::string& id : answer.ids)
      count += std::erase_if(calls_, [&](const auto& call) { return call.first == id; });
    if (count == 0) return unknown(answer.ids.front());
    answers_.push_back(answer);
    change();
    return count;
  }
  [[nodiscard]] Json standing() const override { return array_of(standing_); }
  workbench::Result<void> revoke(std::string_view id) override {
    const auto count = std::erase_if(standing_, [&](const auto& one) { return one.first == id; });
    if (count == 0) return unknown(id);
    return {};
  }
  [[nodiscard]] Json flows() const override { return Json(flows_); }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> on_change(
      workbench::MoveOnlyFunction<void()> changed) override {
    listeners_.push_back(std::make_shared<Listener>(std::move(changed)));
    return std::make_unique<Listening>(*this, listeners_.back());
  }
  [[nodiscard]] std::size_t listeners() const { return listeners_.size(); }

 private:
  using Named = std::vector<std::pair<std::string, std::string>>;
  using Listener = workbench::MoveOnlyFunction<void()>;

  class Listening final : public workbench::EventLoop::Subscription {
   public:
    Listening(ScriptedInbox& inbox, std::shared_ptr<Listener> listener)
        : inbox_(inbox), listener_(std::move(listener)) {}
    ~Listening() override { std::erase(inbox_.listeners_, listener_); }

   private:
    ScriptedInbox& inbox_;
    const std::shared_ptr<Listener> listener_;
  };

  void change() const {
    for (const auto& listener : std::vector(listeners_)) (*listener)();
  }
  static Json array_of(const Named& named) {
    workbench::JsonWriter writer;
    writer.array();
    for (const auto& [name, text] : named) writer.raw(text);
    return std::move(writer.end()).json();
  }
  static workbench::Error unknown(std::string_view id) {
    return {workbench::ErrorKind::not_found, "no call waits under " + std::string(id)};
  }

  Named calls_;
  Named standing_;
  std::string flows_ = "[]";
  bool fails_ = false;
  std::vector<workbench::ApprovalAnswer> answers_;
  std::vector<std::shared_ptr<Listener>> listeners_;
};

}  // namespace test_support
