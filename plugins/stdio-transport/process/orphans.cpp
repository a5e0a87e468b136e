#include "process/orphans.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace workbench::stdio {
namespace {

using Clock = std::chrono::steady_clock;

/// The longest time for killing orphans: a process that hangs in the kernel cannot be killed.
constexpr std::chrono::seconds kMaxTime{5};
constexpr std::chrono::milliseconds kPause{2};

/// The same when the workbench ends, which waits for it.
constexpr std::chrono::milliseconds kMaxTimeAtEnd{500};

/// State of the whole process, as its children are.
struct Family {
  bool is_subreaper = false;
  std::set<pid_t> launchers;
  std::set<pid_t> others;  // children that existed before the first launcher
};

Family& family() {
  static Family value;
  return value;
}

/// Adds the children of the process: the children of each of its threads.
void add_children(pid_t process, std::vector<pid_t>& found) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  std::error_code ended;
  std::filesystem::directory_iterator thread(tasks, ended);
  for (; !ended && thread != std::filesystem::directory_iterator(); thread.increment(ended)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
}

std::vector<pid_t> children_of_this_process() {
  std::vector<pid_t> children;
  add_children(::getpid(), children);
  return children;
}

std::vector<pid_t> orphans() {
  std::vector<pid_t> found = children_of_this_process();
  const pid_t own_session = ::getsid(0);
  std::erase_if(found, [&](pid_t pid) {
    return family().launchers.count(pid) != 0 || family().others.count(pid) != 0 || ::getsid(pid) == own_session;
  });
  return found;
}

/// Also kills the process group, which stops processes that fork faster than a pass takes. It has descendants of
/// launchers only, because a group never spans sessions.
void kill_with_group(pid_t pid) {
  const pid_t group = ::getpgid(pid);
  if (group > 1 && group != ::getpgrp()) ::kill(-group, SIGKILL);
  ::kill(pid, SIGKILL);
}

void kill_tree(pid_t root) {
  std::vector<pid_t> tree{root};
  for (std::size_t index = 0; index < tree.size(); ++index) add_children(tree[index], tree);
  for (const pid_t pid : tree) kill_with_group(pid);
}

/// One pass; false: there were no orphans.
bool end_some() {
  const std::vector<pid_t> found = orphans();
  for (const pid_t pid : found) {
    if (::waitpid(pid, nullptr, WNOHANG) == 0) kill_tree(pid);
  }
  return !found.empty();
}

}  // namespace

Orphans::~Orphans() {
  if (next_pass_ == nullptr) return;
  const auto deadline = Clock::now() + kMaxTimeAtEnd;
  while (end_some() && Clock::now() < deadline) ::poll(nullptr, 0, static_cast<int>(kPause.count()));
}

void Orphans::adopt() {
  Family& own = family();
  if (own.is_subreaper) return;
  for (const pid_t child : children_of_this_process()) own.others.insert(child);
  own.is_subreaper = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void Orphans::add_launcher(pid_t pid) {
  family().launchers.insert(pid);
}

void Orphans::remove_launcher(pid_t pid, bool was_killed) {
  family().launchers.erase(pid);
  if (was_killed) end_all(Clock::now() + kMaxTime);
}

void Orphans::end_all(Clock::time_point deadline) {
  if (!end_some() || Clock::now() >= deadline) return next_pass_.reset();
  next_pass_ = loop_.after(kPause, [this, deadline] { end_all(deadline); });
}

}  // namespace workbench::stdio
