#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/process_launcher.hpp>

#include "containers/engine_question.hpp"

namespace workbench::stdio {

/// Keeps a sweep of this process from removing the container of a run, for as long as it exists.
[[nodiscard]] std::shared_ptr<const void> mark_active(std::string run);

/// The ids of those containers to remove. Each line is `ID INSTANCE RUN`, as Sweep asks for it: containers of this
/// machine with our labels. To remove are those whose workbench has ended, and those of this process whose run is over.
[[nodiscard]] std::vector<std::string> left_containers(const std::vector<std::string>& lines);

/// Removes the containers that ended workbenches have left in one engine, and no others. [loop thread]
class Sweep final {
 public:
  /// `engine`: the program and its own options, with the environment of its client. `patience`: for each of its
  /// answers. Both references must outlive it.
  Sweep(Host& host, ProcessLauncher& launcher, ProcessCommand engine, std::chrono::milliseconds patience)
      : host_(host), launcher_(launcher), engine_(std::move(engine)), patience_(patience) {}

  /// Sweeps, or sweeps again once the present sweep is over. `done` is called once, in a later turn of the loop.
  void begin(MoveOnlyFunction<void()> done);

 private:
  void look();
  void inspect(const std::vector<std::string>& ids);
  void remove(std::vector<std::string> ids);
  void finish();
  void ask(std::vector<std::string> words, EngineQuestion::Answered answered);

  Host& host_;
  ProcessLauncher& launcher_;
  const ProcessCommand engine_;
  const std::chrono::milliseconds patience_;
  std::unique_ptr<EngineQuestion> question_;  // set: a sweep is under way
  std::vector<MoveOnlyFunction<void()>> waiting_;
  bool is_wanted_again_ = false;
};

/// The engine of `command` with other words after its own options.
[[nodiscard]] ProcessCommand with_words(const ProcessCommand& engine, const std::vector<std::string>& words);

}  // namespace workbench::stdio
