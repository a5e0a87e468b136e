#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <workbench/approval_inbox.hpp>
#include <workbench/json_writer.hpp>

namespace test_support {

/// An inbox of calls that a test adds, which keeps the answers. `owner`: the name of a principal.
class ScriptedInbox final : public workbench::ApprovalInbox {
 public:
  using Json = workbench::Json;

  using Owner = std::optional<std::string>;

  /// `members` are raw, without the id.
  void add(const std::string& id, const std::string& members = R"("toolbox":"dev","server":"s","tool":"echo")",
           const std::string& owner = {}) {
    calls_.push_back({id, R"({"id":")" + id + "\"," + members + "}", owner});
    change();
  }
  void add_standing(const std::string& id, const std::string& owner = {}) {
    standing_.push_back({id, R"({"id":")" + id + R"(","toolbox":"dev","server":"s","tool":"echo"})", owner});
  }
  void set_flows(const std::string& flows) { flows_ = flows; }
  void fail() { fails_ = true; }
  /// Takes all away.
  void clear() {
    calls_.clear();
    change();
  }
  [[nodiscard]] const std::vector<workbench::ApprovalAnswer>& answers() const { return answers_; }

  [[nodiscard]] Json waiting(const Owner& own) const override {
    if (fails_) throw std::runtime_error("no inbox today");
    return array_of(calls_, own);
  }
  [[nodiscard]] std::size_t count() const override {
    if (fails_) throw std::runtime_error("no inbox today");
    return calls_.size();
  }
  [[nodiscard]] workbench::Result<Json> find(std::string_view id, const Owner& own) const override {
    for (const Item& call : calls_) {
      if (call.id == id && call.is_visible_to(own)) return Json(call.text);
    }
    return unknown(id);
  }
  workbench::Result<std::size_t> answer(const workbench::ApprovalAnswer& answer, const Owner& own) override {
    std::size_t count = 0;
    for (const std::string& id : answer.ids) {
      count += std::erase_if(calls_, [&](const Item& call) { return call.id == id && call.is_visible_to(own); });
    }
    if (count == 0) return unknown(answer.ids.front());
    answers_.push_back(answer);
    change();
    return count;
  }
  [[nodiscard]] Json standing(const Owner& own) const override { return array_of(standing_, own); }
  workbench::Result<void> revoke(std::string_view id, const Owner& own) override {
    const auto count =
        std::erase_if(standing_, [&](const Item& one) { return one.id == id && one.is_visible_to(own); });
    if (count == 0) return unknown(id);
    return {};
  }
  [[nodiscard]] Json flows(const Owner& own) const override { return Json(own ? "[]" : flows_); }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> on_change(
      workbench::MoveOnlyFunction<void()> changed) override {
    listeners_.push_back(std::make_shared<Listener>(std::move(changed)));
    return std::make_unique<Listening>(*this, listeners_.back());
  }
  [[nodiscard]] std::size_t listeners() const { return listeners_.size(); }

 private:
  struct Item {
    std::string id;
    std::string text;
    std::string owner;

    [[nodiscard]] bool is_visible_to(const Owner& own) const { return !own || *own == owner; }
  };
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
  static Json array_of(const std::vector<Item>& items, const Owner& own) {
    workbench::JsonWriter writer;
    writer.array();
    for (const Item& item : items) {
      if (item.is_visible_to(own)) writer.raw(item.text);
    }
    return std::move(writer.end()).json();
  }
  static workbench::Error unknown(std::string_view id) {
    return {workbench::ErrorKind::not_found, "no call waits under " + std::string(id)};
  }

  std::vector<Item> calls_;
  std::vector<Item> standing_;
  std::string flows_ = "[]";
  bool fails_ = false;
  std::vector<workbench::ApprovalAnswer> answers_;
  std::vector<std::shared_ptr<Listener>> listeners_;
};

}  // namespace test_support
