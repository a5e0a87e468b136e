#pragma once

#include "engine.hpp"
#include "runner.hpp"

namespace launcher {

/// A server that runs in a container of an engine. Our child is the engine's client, and the container is a child of a
/// service: it outlives the client, however that ends. Its label, which no other container has, names it.
class ContainerRunner final : public Runner {
 public:
  /// `label` is `NAME=VALUE`; both outlive it.
  ContainerRunner(const Engine& engine, const char* label) : engine_(engine), label_(label) {}

  /// The client passes the signal on. What podman has started besides is a descendant of ours and must not get it.
  void terminate(pid_t server) override;
  bool ends_with_server() const override { return true; }
  /// Stops, kills and removes the container, until the engine says that there is none, or for some time.
  void finish(const ServerEnd& end) override;

 private:
  enum class Found { none, some, unknown };

  void remove(const ServerEnd& end);
  Found look(const ServerEnd& end);
  void stop(const ServerEnd& end);
  void destroy(const ServerEnd& end);
  int run_with_ids(const char* const* words, int limit_ms, const ServerEnd& end);

  Engine engine_;
  const char* label_;
  Engine::Output ids_ = {};
};

}  // namespace launcher
