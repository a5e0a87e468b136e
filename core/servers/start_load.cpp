#include "servers/start_load.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::servers {
namespace {

/// Below one launcher: a server, or the tree of a package runner. More are not looked at.
constexpr std::size_t kMaxProcesses = 200;

/// The beginning of a file in /proc; absent: the process has exited, or there is no such file.
std::optional<std::string> read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  std::array<char, 4096> piece{};
  ssize_t size = 0;
  while ((size = ::read(file, piece.data(), piece.size())) > 0)
    text.append(piece.data(), static_cast<std::size_t>(size));
  ::close(file);
  return text;
}

/// Numbers separated by blanks, the oldest child first.
std::optional<std::vector<int>> children_in(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  std::vector<int> children;
  const char* at = text->data();
  const char* const end = at + text->size();
  while (at != end) {
    int pid = 0;
    const auto [after, error] = std::from_chars(at, end, pid);
    if (error == std::errc()) children.push_back(pid);
    at = after == at ? at + 1 : after;
  }
  return children;
}

/// The state follows the name, which is in parentheses and may contain some itself.
bool is_busy(int pid) {
  const auto stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  if (!stat) return false;
  const std::size_t name_end = stat->rfind(") ");
  if (name_end == std::string::npos || name_end + 2 >= stat->size()) return false;
  const char state = (*stat)[name_end + 2];
  return state == 'R' || state == 'D';
}

}  // namespace

std::optional<std::size_t> busy_descendants(std::size_t newest) {
  auto found = children_in("/proc/thread-self/children");
  if (!found) return std::nullopt;
  std::vector<int>& processes = *found;
  if (processes.size() > newest) {
    processes.erase(processes.begin(), processes.end() - static_cast<std::ptrdiff_t>(newest));
  }
  std::size_t busy = 0;
  for (std::size_t index = 0; index < std::min(processes.size(), kMaxProcesses); ++index) {
    const int pid = processes[index];
    if (is_busy(pid)) ++busy;
    const std::string id = std::to_string(pid);
    const auto below = children_in("/proc/" + id + "/task/" + id + "/children");
    if (below) processes.insert(processes.end(), below->begin(), below->end());
  }
  return busy;
}

std::size_t processors() {
  cpu_set_t usable;
  if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return 1;
  return static_cast<std::size_t>(std::max(CPU_COUNT(&usable), 1));
}

}  // namespace workbench::servers
