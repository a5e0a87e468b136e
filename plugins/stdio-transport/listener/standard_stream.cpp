#include "listener/standard_stream.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <string>

namespace workbench::stdio {
namespace {

constexpr int kLargeStandardPipe = 1024 * 1024;

bool is_anonymous_pipe(int fd) {
  struct statfs found {};
  return ::fstatfs(fd, &found) == 0 && found.f_type == PIPEFS_MAGIC;
}

/// Whether the stream was closed and its number now belongs to a file that this process has opened itself. Inherited
/// descriptors do not have FD_CLOEXEC, ours do.
bool was_opened_by_us(int fd) {
  return (::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
}

/// Opens the same pipe again. The flags of the new descriptor are ours alone, although other processes may have
/// inherited the stream. (Not for named pipes, which would lose their end of file, nor for files, which would lose
/// their position.)
FileDescriptor open_again(int fd) {
  const int access = ::fcntl(fd, F_GETFL) & O_ACCMODE;
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  return FileDescriptor(::open(path.c_str(), access | O_NONBLOCK | O_CLOEXEC));
}

}  // namespace

Result<StandardStream> StandardStream::acquire(int number, int replacement) {
  FileDescriptor original = copy_of(number);
  if (!original.is_open() || was_opened_by_us(number)) {
    const char* name = number == STDIN_FILENO ? "standard input" : "standard output";
    return Error{ErrorKind::unavailable, std::string(name) + " is closed; start the workbench with it open"};
  }
  ::dup2(replacement, number);
  if (is_anonymous_pipe(original.get())) {
    FileDescriptor again = open_again(original.get());
    if (again.is_open()) {
      ::fcntl(again.get(), F_SETPIPE_SZ, kLargeStandardPipe);
      return StandardStream(std::move(again));
    }
  }
  StandardStream stream(std::move(original));
  stream.flags_ = ::fcntl(stream.descriptor_.get(), F_GETFL);
  stream.shared_ = copy_of(stream.descriptor_.get());
  ::fcntl(stream.shared_.get(), F_SETFL, stream.flags_ | O_NONBLOCK);
  return stream;
}

StandardStream::~StandardStream() {
  if (shared_.is_open()) ::fcntl(shared_.get(), F_SETFL, flags_);
}

}  // namespace workbench::stdio
