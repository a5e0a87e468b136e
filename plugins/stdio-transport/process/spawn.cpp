#include "process/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace workbench::stdio {
namespace {

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

/// What the machine lacks at the moment is no fault of the program's: busy.
Error failure(int error) {
  const std::string reason = std::generic_category().message(error);
  switch (error) {
    case EMFILE:
    case ENFILE:
      return {ErrorKind::busy, "no file descriptors are left (" + reason + "); raise the limit on open files"};
    case EAGAIN:
    case ENOMEM: return {ErrorKind::busy, "no process or memory is left (" + reason + ")"};
    case E2BIG: return {ErrorKind::unavailable, "its arguments and environment are too large (" + reason + ")"};
    default: return {ErrorKind::unavailable, reason};
  }
}

/// Neither end is one of the standard descriptors, even if those are closed here.
Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failure(errno);
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
    if (end->get() > STDERR_FILENO) continue;
    FileDescriptor copy = copy_of(end->get());
    if (!copy.is_open()) return failure(errno);
    *end = std::move(copy);
  }
  return pipe;
}

FileDescriptor non_blocking(FileDescriptor end) {
  ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK);
  return end;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The descriptors of the new program.
class FileActions {
 public:
  FileActions(const Pipe& in, const Pipe& out, const Pipe& err) {
    ::posix_spawn_file_actions_init(&actions_);
    dup2(in.read_end, STDIN_FILENO);
    dup2(out.write_end, STDOUT_FILENO);
    dup2(err.write_end, STDERR_FILENO);
    // Those that are not closed on exec.
    note(::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1));
  }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }
  /// Of errno: that there is no memory for them. 0: none.
  [[nodiscard]] int error() const { return error_; }

 private:
  void dup2(const FileDescriptor& end, int standard) {
    note(::posix_spawn_file_actions_adddup2(&actions_, end.get(), standard));
  }
  void note(int error) {
    if (error_ == 0) error_ = error;
  }

  int error_ = 0;
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

Result<Spawned> spawn(std::vector<std::string> arguments, std::vector<std::string> environment) {
  auto in = make_pipe();
  if (!in) return in.error();
  auto out = make_pipe();
  if (!out) return out.error();
  auto err = make_pipe();
  if (!err) return err.error();

  const FileActions actions(*in, *out, *err);
  if (actions.error() != 0) return failure(actions.error());
  Spawned spawned;
  const int error = ::posix_spawn(&spawned.pid, arguments.front().c_str(), actions.get(), nullptr,
                                  pointers_to(arguments).data(), pointers_to(environment).data());
  if (error != 0) return failure(error);
  spawned.input = non_blocking(std::move(in->write_end));
  spawned.output = non_blocking(std::move(out->read_end));
  spawned.errors = non_blocking(std::move(err->read_end));
  return spawned;
}

}  // namespace workbench::stdio
