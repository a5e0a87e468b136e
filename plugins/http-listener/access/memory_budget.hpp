#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace workbench::http {

/// In bytes. Each: 0, no limit.
struct MemoryLimits {
  std::size_t per_client = 0;  ///< of one client (quota_client())
  std::size_t all = 0;  ///< of all clients together; beyond it, those that hold more than an equal part hold too much
};

/// The memory that the listener holds for each client: unfinished requests, requests that are being answered,
/// responses and events that are not read. Only a client that holds too much is refused. [loop thread]
class MemoryBudget {
 public:
  /// Whose limit is exceeded.
  enum class Excess { none, client, all };

 private:
  using Accounts = std::map<std::string, std::size_t, std::less<>>;  // bytes by client; none has 0
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
    /// Less is not counted: every connection or call costs that much.
    static constexpr std::size_t kFree = 4 * 1024;

    /// Of no budget: counts nothing.
    Share() = default;
    explicit Share(const MemoryBudget& budget) : state_(budget.state_) {}
    Share(Share&& other) noexcept
        : state_(std::move(other.state_)), account_(other.account_), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&&) = delete;
    ~Share() { release(); }

    /// Holds `bytes` from now on. `client`: a function that returns their client; called if nothing was held before.
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

    /// Whether its client holds too much, if it holds anything.
    [[nodiscard]] Excess excess() const;
    /// Whether its client would hold too much without this share, as far as something is held.
    [[nodiscard]] Excess excess_of_others() const;
    /// Whether its client holds more than half of its limit, or of its equal part if all together hold more than
    /// half: for data that can be dropped.
    [[nodiscard]] bool is_half_used() const;

   private:
    void change(std::size_t bytes) noexcept;

    std::shared_ptr<State> state_;
    Accounts::iterator account_;  // if bytes_ is not 0
    std::size_t bytes_ = 0;
  };

  explicit MemoryBudget(MemoryLimits limits) : state_(std::make_shared<State>(limits)) {}

  /// Nobody holds anything that counts.
  [[nodiscard]] bool is_unused() const { return state_->accounts.empty(); }
  /// Whether `client` would hold too much with `more` bytes.
  [[nodiscard]] Excess excess_of(const std::string& client, std::size_t more) const;
  /// Of all clients together.
  [[nodiscard]] std::size_t held() const { return state_->total; }

 private:
  const std::shared_ptr<State> state_;
};

}  // namespace workbench::http
