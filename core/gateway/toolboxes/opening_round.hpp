#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/move_only_function.hpp>
#include <workbench/toolboxes.hpp>

#include "servers/server.hpp"

namespace workbench::gateway {

/// One start of several servers of a toolbox, until the last has been reached, has failed or is not waited for any
/// longer (Server::start_with_patience), and the openings that wait for it.
///
///   running -- the last server has completed -->  over; `completed` is called
///   running -- stop() -->  over, whatever the servers do
///
/// answer() follows in either case.
///
/// [loop thread]
class OpeningRound : public std::enable_shared_from_this<OpeningRound> {
 public:
  using Progress = workbench::Toolboxes::Opening;
  using Opened = MoveOnlyFunction<void(workbench::Toolboxes::Opened)>;

  /// An opening that waits.
  struct Waiting {
    Progress progress;  ///< called for each server that has completed; may be empty
    Opened opened;      ///< called once
  };

  explicit OpeningRound(MoveOnlyFunction<void()> completed) : completed_(std::move(completed)) {}

  void add(Waiting waiting) { waiting_.push_back(std::move(waiting)); }

  /// Starts these, too. The round may be over when this returns.
  void start(const std::vector<servers::Server*>& servers);

  /// `completed` will not be called any more.
  void stop() { completed_ = {}; }

  /// Answers the openings that wait; the round is over.
  void answer(const workbench::Toolboxes::Opened& outcome);

 private:
  void record_completed(const std::string& server);
  void count_down();

  MoveOnlyFunction<void()> completed_;  // empty: it is over
  std::vector<Waiting> waiting_;
  std::size_t started_ = 0;   // servers
  std::size_t reported_ = 0;  // of them, those that have completed
  std::size_t awaited_ = 0;   // that have not, and one more while servers are being started
};

}  // namespace workbench::gateway
