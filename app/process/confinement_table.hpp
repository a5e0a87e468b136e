#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/confinements.hpp>

#include "config/sandbox_block.hpp"

namespace workbench::app {

/// What transports report about the servers that they have confined. [loop thread]
class ConfinementTable final : public Confinements {
 public:
  /// From now on, servers start with nothing refused to them.
  void learn() { is_learning_ = true; }

  [[nodiscard]] bool is_learning() const override { return is_learning_; }
  void add(int process_id, Confinement confinement) override {
    running_.insert_or_assign(process_id, std::move(confinement));
  }
  void record_denied(int process_id, std::string what) override {
    add_to(process_id, &Confinement::denied, std::move(what));
  }
  void record_unconfined(int process_id, std::string what) override {
    add_to(process_id, &Confinement::unconfined, std::move(what));
  }
  void update(int process_id) override {
    const auto found = running_.find(process_id);
    if (found == running_.end() || !found->second.update) return;
    const auto update = found->second.update;  // it may change the table
    update();
  }
  void remove(int process_id) override {
    const auto ended = running_.extract(process_id);
    if (ended.empty()) return;
    ended.mapped().update = nullptr;
    last_.insert_or_assign(ended.mapped().source, ended.mapped());
  }
  [[nodiscard]] std::string describe(const std::vector<std::string>& denied) const override {
    const char* const home = std::getenv("HOME");
    return config::describe_denied(denied, home == nullptr ? std::string_view() : std::string_view(home));
  }
  [[nodiscard]] const Confinement* find(int process_id) const override {
    const auto found = running_.find(process_id);
    return found == running_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] const Confinement* find_last(std::string_view source) const override {
    for (const auto& [process_id, confinement] : running_) {
      if (confinement.source == source) return &confinement;
    }
    const auto found = last_.find(source);
    return found == last_.end() ? nullptr : &found->second;
  }

 private:
  void add_to(int process_id, std::vector<std::string> Confinement::*list, std::string what) {
    const auto found = running_.find(process_id);
    if (found != running_.end()) (found->second.*list).push_back(std::move(what));
  }

  bool is_learning_ = false;
  std::map<int, Confinement> running_;
  std::map<std::string, Confinement, std::less<>> last_;  // by source; as many as there are servers
};

}  // namespace workbench::app
