#include "access/memory_budget.hpp"

namespace workbench::http {

MemoryBudget::Excess MemoryBudget::State::excess_of(std::size_t bytes) const {
  if (limits.per_client != 0 && bytes > limits.per_client) return Excess::client;
  const bool is_too_much = limits.all != 0 && total > limits.all;
  return is_too_much && bytes > limits.all / accounts.size() ? Excess::all : Excess::none;
}

void MemoryBudget::Share::change(std::size_t bytes) noexcept {
  account_->second += bytes - bytes_;
  state_->total += bytes - bytes_;
  bytes_ = bytes;
  if (account_->second == 0) state_->accounts.erase(account_);
}

void MemoryBudget::Share::move_to(const std::string& client) {
  if (is_empty() || account_->first == client) return;
  const std::size_t bytes = bytes_;
  const auto account = state_->accounts.try_emplace(client, 0).first;
  change(0);
  account_ = account;
  change(bytes);
}

MemoryBudget::Excess MemoryBudget::Share::excess() const {
  return is_empty() ? Excess::none : state_->excess_of(account_->second);
}

MemoryBudget::Excess MemoryBudget::Share::excess_of_others() const {
  return is_empty() ? Excess::none : state_->excess_of(account_->second - bytes_);
}

bool MemoryBudget::Share::is_half_used() const {
  if (is_empty()) return false;
  const auto& [per_client, all] = state_->limits;
  const std::size_t held = account_->second;
  const bool is_half_of_all = all != 0 && state_->total > all / 2 && held > all / 2 / state_->accounts.size();
  return is_half_of_all || (per_client != 0 && held > per_client / 2);
}

MemoryBudget::Excess MemoryBudget::excess_of(const std::string& client, std::size_t more) const {
  const auto account = state_->accounts.find(client);
  if (more <= Share::kFree) more = 0;
  const std::size_t held = account == state_->accounts.end() ? 0 : account->second;
  return held + more == 0 || state_->accounts.empty() ? Excess::none : state_->excess_of(held + more);
}

}  // namespace workbench::http
