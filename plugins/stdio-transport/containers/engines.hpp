#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>

#include "containers/contained_command.hpp"
#include "containers/container_memory.hpp"
#include "containers/image_pull.hpp"
#include "containers/sweep.hpp"

namespace workbench::stdio {

/// The engines whose containers are servers: what is left in them is removed, and images are pulled. [loop thread]
class Engines final {
 public:
  using Prepared = ImagePull::Pulled;
  /// Its function is not called once it has been destroyed.
  using Preparation = std::shared_ptr<Prepared>;

  /// How long an engine may take to answer before a server is started.
  static constexpr std::chrono::seconds kPatience{15};

  /// Both must outlive it.
  Engines(Host& host, ProcessLauncher& launcher, std::chrono::milliseconds patience = kPatience)
      : host_(host), launcher_(launcher), patience_(patience) {}

  /// Calls `prepared` when the container can be started: once the engine has been swept, and has the image. Never
  /// inside this call. `source` is the server's name in the log.
  [[nodiscard]] Preparation prepare(const ContainedCommand& container, const std::string& source, Prepared prepared);
  /// Removes what earlier runs have left in the engine of `container`, once.
  void sweep(const ContainedCommand& container);
  /// Sweeps all known engines again: a launcher was killed, and may have left a container.
  void sweep_again();
  /// Reports a container that runs under the launcher `process_id`, until the result is destroyed.
  [[nodiscard]] std::unique_ptr<ContainerMemory> report(const ContainedCommand& container, int process_id);
  /// See ImagePull::progress().
  [[nodiscard]] std::string progress(const ContainedCommand& container) const;

 private:
  struct Engine {
    std::unique_ptr<Sweep> sweep;
    bool is_swept = false;
    std::map<std::string, std::unique_ptr<ImagePull>> images = {};
  };

  Engine& engine_of(const ContainedCommand& container);
  ImagePull& image_of(Engine& engine, const ContainedCommand& container, const std::string& source);
  void want_image(const ContainedCommand& container, const std::string& source,
                  const std::weak_ptr<Prepared>& prepared);

  Host& host_;
  ProcessLauncher& launcher_;
  const std::chrono::milliseconds patience_;
  std::map<std::string, Engine> engines_;
};

}  // namespace workbench::stdio
