#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace workbench::http {

/// Limits in bytes. 0: no limit.
struct MemoryLimits {
  std::size_t per_client = 0;  ///< for one client (quota_client())
  std::size_t all = 0;  ///< for all clients; beyond it, each client that holds more than an equal part holds too much
};

/// The memory that the listener holds for each client: unfinished requests, requests that are being answered,
/// unread responses and events. Only a client that holds too much is refused. [loop thread]
class MemoryBudget {
 public:
  /// The limit that is exceeded.
  enum class Excess { none, client, all };

 private:
  using Accounts = std::map<std::string, std::size_t, std::less<>>;  // bytes by client, never 0
  struct State {
    explicit State(MemoryLimits budget_limits) : limits(budget_limits) {}
    [[nodiscard]] Excess excess_of(std::size_t bytes) const;

    const MemoryLimits limits;
    Accounts accounts;
    std::size_t total = 0;
  };

 public:
  /// The memory of one connection, stream or batch, until it is destroyed. May outlive the budget. Move-only.
  class Share {
   public:
    /// A share of at most this size is not counted, because every connection or call needs that much.
    static constexpr std::size_t kFree = 4 * 1024;

    /// Belongs to no budget, and counts nothing.
    Share() = default;
    explicit Share(const MemoryBudget& budget) : state_(budget.state_) {}
    Share(Share&& other) noexcept
        : state_(std::move(other.state_)), account_(other.account_), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&&) = delete;
    ~Share() { release(); }

    /// Holds `bytes` from now on. `client`: a function that returns the client that they are for; it is called, during
    /// this call, if nothing was held before.
    template <typename Client>
    void set(std::size_t bytes, Client client) {
      if (bytes <= kFree) bytes = 0;
      if (bytes == bytes_ || state_ == nullptr) return;
      if (bytes_ == 0) account_ = state_->accounts.try_emplace(client(), 0).first;
      change(bytes);
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] bool is_empty() const { return bytes_ == 0; }
    void release() noexcept {
      if (bytes_ != 0) change(0);
    }

    /// The memory counts for this client from now on.
    void move_to(const std::string& client);

    /// The limit that the client exceeds; none if this share is empty.
    [[nodiscard]] Excess excess() const;
    /// The limit that the client would exceed without the bytes of this share; none if it is empty.
    [[nodiscard]] Excess excess_of_others() const;
    /// Whether the client holds more than half of its limit, or more than half of its equal part while all clients
    /// together hold more than half of theirs. Data that can be dropped is dropped then.
    [[nodiscard]] bool is_half_used() const;

   private:
    void change(std::size_t bytes) noexcept;

    std::shared_ptr<State> state_;
    Accounts::iterator account_;  // if bytes_ is not 0
    std::size_t bytes_ = 0;
  };

  explicit MemoryBudget(MemoryLimits limits) : state_(std::make_shared<State>(limits)) {}

  /// Whether no client holds anything that is counted.
  [[nodiscard]] bool is_unused() const { return state_->accounts.empty(); }
  /// The limit that `client` would exceed with `more` bytes.
  [[nodiscard]] Excess excess_of(const std::string& client, std::size_t more) const;
  /// The bytes that all clients together hold.
  [[nodiscard]] std::size_t held() const { return state_->total; }

 private:
  const std::shared_ptr<State> state_;
};

}  // namespace workbench::http
