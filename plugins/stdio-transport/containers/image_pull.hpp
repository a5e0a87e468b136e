#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/process_launcher.hpp>
#include <workbench/result.hpp>

#include "containers/engine_question.hpp"

namespace workbench::stdio {

/// An image that servers need: looked for, and pulled if the engine does not have it. A pull may take much longer than
/// the start of a server may: it continues when the start that wanted it is given up, and the next start finds it.
/// [loop thread]
class ImagePull final {
 public:
  using Pulled = MoveOnlyFunction<void(Result<void>)>;

  /// `engine`: as for Sweep. `source` is the server's name in the log. `patience`: in which the engine says whether it
  /// has the image.
  ImagePull(Host& host, ProcessLauncher& launcher, ProcessCommand engine, std::string image, std::string platform,
            std::string source, std::chrono::milliseconds patience);

  /// `pulled` is called once, in a later turn of the loop, unless it has been destroyed. `always`: the image is pulled
  /// even if the engine has it. unavailable: it cannot be pulled, or the engine does not answer.
  void want(std::weak_ptr<Pulled> pulled, bool always);
  /// Calls `pulled` in the same way without looking for the image.
  void skip(const std::weak_ptr<Pulled>& pulled);
  /// What a pull reported last, for an error message. Empty: none is under way.
  [[nodiscard]] std::string progress() const;

 private:
  void look();
  void pull();
  void finish(const Result<void>& result);
  [[nodiscard]] Error describe_silence() const;

  Host& host_;
  ProcessLauncher& launcher_;
  const ProcessCommand engine_;
  const std::string image_;
  const std::string platform_;
  const std::string source_;
  const std::chrono::milliseconds patience_;
  bool is_known_ = false;
  bool is_pulling_ = false;
  std::unique_ptr<EngineQuestion> question_;  // set: it is looked for or pulled
  std::vector<std::weak_ptr<Pulled>> waiting_;
  std::list<EventLoop::Timer> skipped_;
};

}  // namespace workbench::stdio
