#include "listener/own_stream.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <string>

namespace workbench::stdio {
namespace {

constexpr int kLargePipe = 1024 * 1024;

bool is_anonymous_pipe(int fd) {
  struct statfs found {};
  return ::fstatfs(fd, &found) == 0 && found.f_type == PIPEFS_MAGIC;
}

/// Whether the number was free and went to something that this process has opened: what is inherited is not closed on
/// exec, or it would not have been inherited.
bool is_our_own(int fd) {
  return (::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
}

/// The same pipe opened once more: its mode is then ours alone, although others may have inherited the stream.
/// (A named pipe would lose its end of file by this, and a file its position.)
Descriptor open_again(int fd) {
  const int access = ::fcntl(fd, F_GETFL) & O_ACCMODE;
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  return Descriptor(::open(path.c_str(), access | O_NONBLOCK | O_CLOEXEC));
}

}  // namespace

Result<OwnStream> OwnStream::take(int standard, int instead) {
  Descriptor original = Descriptor::copy_of(standard);
  if (!original.is_open() || is_our_own(standard)) {
    const char* name = standard == STDIN_FILENO ? "standard input" : "standard output";
    return Error{ErrorKind::unavailable, std::string(name) + " is closed; start the workbench with it open"};
  }
  ::dup2(instead, standard);
  if (is_anonymous_pipe(original.get())) {
    Descriptor again = open_again(original.get());
    if (again.is_open()) {
      ::fcntl(again.get(), F_SETPIPE_SZ, kLargePipe);
      return OwnStream(std::move(again));
    }
  }
  OwnStream stream(std::move(original));
  stream.mode_ = ::fcntl(stream.descriptor_.get(), F_GETFL);
  stream.shared_ = Descriptor::copy_of(stream.descriptor_.get());
  ::fcntl(stream.shared_.get(), F_SETFL, stream.mode_ | O_NONBLOCK);
  return stream;
}

OwnStream::~OwnStream() {
  if (shared_.is_open()) ::fcntl(shared_.get(), F_SETFL, mode_);
}

}  // namespace workbench::stdio
