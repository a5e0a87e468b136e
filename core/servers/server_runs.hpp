#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "servers/run.hpp"

namespace workbench::servers {

/// The runs of one server: the present one, and earlier ones whose transport has not closed yet. [loop thread]
class ServerRuns {
 public:
  /// The run that is starting or ready; null: there is none.
  [[nodiscard]] ServerRun* present() const { return present_.get(); }
  [[nodiscard]] bool is_present(const ServerRun& run) const { return present_.get() == &run; }
  /// The runs whose transport has not closed yet.
  [[nodiscard]] std::size_t ending() const { return ending_.size(); }

  /// See Connection::process_id(). Absent also without a present run.
  [[nodiscard]] std::optional<int> process_id() const {
    return present_ == nullptr ? std::nullopt : present_->connection().process_id();
  }
  /// What the server has been sent that is not written yet.
  [[nodiscard]] std::size_t backlog_bytes() const { return present_ == nullptr ? 0 : present_->connection().backlog(); }

  /// It becomes the present one, of which there is none.
  ServerRun& add(std::unique_ptr<ServerRun> run) {
    present_ = std::move(run);
    return *present_;
  }
  /// Closes the present one, if there is any, which answers its requests with `reason`.
  void end_present(const Error& reason) {
    if (present_ == nullptr) return;
    ServerRun& ending = *ending_.emplace_back(std::move(present_));
    ending.close(reason);
  }
  /// The present one has ended by itself.
  void handle_end() { ending_.push_back(std::move(present_)); }
  /// Destroys a run whose transport has closed.
  void remove(const ServerRun& run) {
    std::erase_if(ending_, [&](const std::unique_ptr<ServerRun>& ended) { return ended.get() == &run; });
  }
  /// Destroys all, which ends their processes by force.
  void clear() {
    ending_.clear();
    present_.reset();
  }

 private:
  std::unique_ptr<ServerRun> present_;
  std::vector<std::unique_ptr<ServerRun>> ending_;
};

}  // namespace workbench::servers
