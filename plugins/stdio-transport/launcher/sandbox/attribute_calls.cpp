#include "attribute_calls.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include <cstdlib>

#include "blocking_limit.hpp"
#include "places.hpp"

namespace launcher {
namespace {

constexpr std::size_t kMaxAttributeName = 256;    // XATTR_NAME_MAX, and its null
constexpr std::size_t kMaxAttribute = 64 * 1024;  // XATTR_SIZE_MAX

Answer set_attribute(const std::uint64_t* values, const CallingProcess& caller, const char* path) {
  char name[kMaxAttributeName];
  const std::uint64_t size = values[2];
  if (const int error = caller.read_text(values[0], name, sizeof name)) {
    return answer_error(error == ENAMETOOLONG ? ERANGE : error);
  }
  if (size > kMaxAttribute) return answer_error(E2BIG);
  void* value = std::malloc(size + 1);
  if (value == nullptr) return answer_error(ENOMEM);
  const Answer answer = caller.read(values[1], value, size)
                            ? answer_result(setxattr(path, name, value, size, static_cast<int>(values[3])))
                            : answer_error(EFAULT);
  std::free(value);
  return answer;
}

Answer remove_attribute(const std::uint64_t* values, const CallingProcess& caller, const char* path) {
  char name[kMaxAttributeName];
  if (const int error = caller.read_text(values[0], name, sizeof name)) {
    return answer_error(error == ENAMETOOLONG ? ERANGE : error);
  }
  return answer_result(removexattr(path, name));
}

bool read_times(PathAction action, std::uint64_t address, const CallingProcess& caller, timespec (&times)[2]) {
  if (action == PathAction::set_times) return caller.read(address, times, sizeof times);
  if (action == PathAction::set_times_in_seconds) {
    utimbuf seconds{};
    if (!caller.read(address, &seconds, sizeof seconds)) return false;
    times[0] = {seconds.actime, 0};
    times[1] = {seconds.modtime, 0};
    return true;
  }
  timeval values[2] = {};
  if (!caller.read(address, values, sizeof values)) return false;
  // UTIME_NOW and UTIME_OMIT are out of range in this call.
  for (int i = 0; i < 2; ++i) {
    const bool is_valid = values[i].tv_usec >= 0 && values[i].tv_usec < 1'000'000;
    times[i] = {values[i].tv_sec, is_valid ? values[i].tv_usec * 1000 : -1};
  }
  return true;
}

Answer set_times(PathAction action, std::uint64_t address, const CallingProcess& caller, const char* path) {
  timespec times[2] = {};
  if (address == 0) return answer_result(utimensat(AT_FDCWD, path, nullptr, 0));
  if (!read_times(action, address, caller, times)) return answer_error(EFAULT);
  return answer_result(utimensat(AT_FDCWD, path, times, 0));
}

}  // namespace

Answer change_attributes(const PathCall& call, const seccomp_notif& notification, const CallingProcess& caller,
                         int place) {
  // All of these follow it to the file itself, and no further if that is a symbolic link.
  const DescriptorPath path(place);
  const BlockingLimit limit;
  const auto* values = reinterpret_cast<const std::uint64_t*>(notification.data.args) + call.values;
  switch (call.action) {
    case PathAction::change_mode: return answer_result(chmod(path.text, static_cast<mode_t>(values[0])));
    case PathAction::change_owner:
      return answer_result(chown(path.text, static_cast<uid_t>(values[0]), static_cast<gid_t>(values[1])));
    case PathAction::set_attribute: return set_attribute(values, caller, path.text);
    case PathAction::remove_attribute: return remove_attribute(values, caller, path.text);
    case PathAction::truncate: return answer_result(truncate(path.text, static_cast<off_t>(values[0])));
    default: return set_times(call.action, values[0], caller, path.text);
  }
}

}  // namespace launcher
