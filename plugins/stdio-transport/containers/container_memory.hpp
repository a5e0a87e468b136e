#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>
#include <workbench/server_containers.hpp>

#include "containers/engine_question.hpp"

namespace workbench::stdio {

/// The memory in what `stats` shows of a container, such as `12.5MiB / 1.9GiB`. Absent: it shows none.
[[nodiscard]] std::optional<std::uint64_t> memory_in(std::string_view usage);

/// A container that runs, as it is reported to ServerContainers, if the workbench provides that. [loop thread]
class ContainerMemory {
 public:
  /// `engine`: as for Sweep. `container` is the container's name, `process_id` its server's launcher.
  ContainerMemory(Host& host, ProcessLauncher& launcher, ProcessCommand engine, const std::string& container,
                  bool is_podman, int process_id);
  ~ContainerMemory();
  ContainerMemory(const ContainerMemory&) = delete;
  ContainerMemory& operator=(const ContainerMemory&) = delete;

 private:
  void measure(ServerContainer::Measured measured);
  void finish(const EngineQuestion::Answer& answer);

  Host& host_;
  ProcessLauncher& launcher_;
  ServerContainers* const reports_;  // null: the host does not provide it
  const ProcessCommand engine_;
  const std::string container_;
  const int process_id_;
  std::unique_ptr<EngineQuestion> question_;  // set: the engine is asked
  std::vector<ServerContainer::Measured> waiting_;
};

}  // namespace workbench::stdio
