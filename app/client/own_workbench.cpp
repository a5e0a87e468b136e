#include "client/own_workbench.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "process/system_failure.hpp"

namespace workbench::app {

Result<std::unique_ptr<OwnWorkbench>> OwnWorkbench::start(Host& host, const std::string& program,
                                                          const std::vector<std::string>& arguments,
                                                          FileDescriptor socket) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return system_failure("cannot make a pipe");
  FileDescriptor errors(pipe[0]);
  ChildProcess::Streams streams{FileDescriptor(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 3)), std::move(socket),
                                FileDescriptor(pipe[1])};
  auto process = ChildProcess::start(program, arguments, streams);
  if (!process) return process.error();
  return std::make_unique<OwnWorkbench>(host, *std::move(process), std::move(errors));
}

OwnWorkbench::OwnWorkbench(Host& host, ChildProcess process, FileDescriptor errors)
    : host_(host), process_(std::move(process)), errors_input_(std::move(errors)) {
  reading_errors_ = host_.loop().watch(errors_input_.get(), Readiness::readable, [this] { read_errors(); });
}

bool OwnWorkbench::read_errors() {
  std::array<char, 16384> bytes;
  const ssize_t count = ::read(errors_input_.get(), bytes.data(), bytes.size());
  if (count == 0) reading_errors_.reset();
  if (count <= 0) {
    if (count == 0) show_lines(unshown_.size());
    return false;
  }
  if (shown_errors_ != nullptr) {
    unshown_.append(bytes.data(), static_cast<std::size_t>(count));
    show_lines(unshown_.rfind('\n') + 1);
  }
  errors_.append(bytes.data(), static_cast<std::size_t>(count));
  if (errors_.size() > kMaxErrors) errors_.erase(0, errors_.size() - kMaxErrors);
  return true;
}

void OwnWorkbench::show_lines(std::size_t bytes) {
  if (shown_errors_ == nullptr || bytes == 0) return;
  (*shown_errors_ << Lines{std::string_view(unshown_).substr(0, bytes)}).flush();
  unshown_.erase(0, bytes);
}

void OwnWorkbench::when_ended(std::chrono::milliseconds limit, MoveOnlyFunction<void()> ended) {
  ended_ = std::move(ended);
  limit_ = host_.loop().after(limit, [this] {
    process_.kill();
    finish();
  });
  // Its last output is in the pipe when it has exited; other holders of the pipe are not waited for.
  exiting_ = host_.loop().watch(process_.exit_descriptor(), Readiness::readable, [this] { finish(); });
}

void OwnWorkbench::finish() {
  limit_.reset();
  exiting_.reset();
  while (read_errors()) {
  }
  reading_errors_.reset();
  if (auto ended = std::exchange(ended_, {})) ended();
}

}  // namespace workbench::app
