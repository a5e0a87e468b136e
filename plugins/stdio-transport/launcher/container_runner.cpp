#include "container_runner.hpp"

#include <signal.h>
#include <time.h>

#include <cstdio>
#include <cstring>

#include "descendants.hpp"
#include "records.hpp"

namespace launcher {
namespace {

/// From the end of the client to a container that is given up, which the workbench then removes when it starts.
constexpr int kMaxTimeMs = 60'000;
/// The same if the client has ended by itself and the engine does not answer: it probably has not answered the client.
constexpr int kMaxTimeOfUnknownMs = 5'000;
/// One command of the engine.
constexpr int kCommandMs = 10'000;
/// Between two looks at an engine that removes the container, or does not answer.
constexpr int kPauseMs = 200;
/// How long after the client was killed a container may still appear that it had asked for.
constexpr int kLateContainerMs = 1'000;

long long clock_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1'000'000;
}

}  // namespace

void ContainerRunner::terminate(pid_t server) {
  if (server > 0) kill(server, SIGTERM);
}

void ContainerRunner::finish(const ServerEnd& end) {
  if (!end.has_ended) kill(end.server, SIGKILL);
  remove(end);
  kill_descendants(end.reaped);
}

/// A client that has ended by itself has usually waited for the removal of its container.
void ContainerRunner::remove(const ServerEnd& end) {
  const long long begin = clock_ms();
  bool is_stopped = end.is_overdue;
  Found found = Found::unknown;
  for (int looks = 0; clock_ms() - begin < kMaxTimeMs; ++looks) {
    found = look(end);
    if (found == Found::unknown && !end.was_killed && clock_ms() - begin >= kMaxTimeOfUnknownMs) break;
    if (found == Found::none && (!end.was_killed || clock_ms() - begin >= kLateContainerMs)) return;
    if (found == Found::some && !is_stopped && !engine_.is_hurried()) {
      stop(end);
      is_stopped = true;
    } else if (found == Found::some && (end.was_killed || looks > 0)) {
      destroy(end);
    }
    engine_.pause(kPauseMs, end);
  }
  end.records.container_left(found == Found::some);
}

ContainerRunner::Found ContainerRunner::look(const ServerEnd& end) {
  char filter[160];
  std::snprintf(filter, sizeof filter, "label=%s", label_);
  const char* const words[] = {"ps", "--all", "--quiet", "--no-trunc", "--filter", filter, nullptr};
  ids_.size = 0;
  ids_.text[0] = '\0';
  if (engine_.run(words, kCommandMs, end, &ids_) != 0) return Found::unknown;
  return std::strspn(ids_.text, " \r\n") < ids_.size ? Found::some : Found::none;
}

void ContainerRunner::stop(const ServerEnd& end) {
  char seconds[16];
  std::snprintf(seconds, sizeof seconds, "%d", (end.grace_ms + 999) / 1000);
  const char* const words[] = {"stop", "--time", seconds, nullptr};
  run_with_ids(words, end.grace_ms + kCommandMs, end);
}

/// The removal of a running container sends SIGTERM first, and some engines then wait for ten seconds.
void ContainerRunner::destroy(const ServerEnd& end) {
  const char* const killing[] = {"kill", nullptr};
  const char* const removing[] = {"rm", "--force", "--volumes", nullptr};
  run_with_ids(killing, kCommandMs, end);
  run_with_ids(removing, kCommandMs, end);
}

int ContainerRunner::run_with_ids(const char* const* words, int limit_ms, const ServerEnd& end) {
  constexpr int kMaxWords = 16;
  const char* all[kMaxWords + 1] = {};
  int size = 0;
  for (; words[size] != nullptr; ++size) all[size] = words[size];
  char ids[sizeof ids_.text];
  std::memcpy(ids, ids_.text, sizeof ids);
  char* rest = nullptr;
  for (char* id = strtok_r(ids, " \r\n", &rest); id != nullptr && size < kMaxWords;
       id = strtok_r(nullptr, " \r\n", &rest)) {
    all[size++] = id;
  }
  return engine_.run(all, limit_ms, end);
}

}  // namespace launcher
