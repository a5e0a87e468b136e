#include "process/standard_pipes.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace workbench::stdio {
namespace {

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return describe_system_error(errno);
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
    if (end->get() > StandardPipes::kLauncher) continue;
    FileDescriptor copy = copy_of(end->get(), StandardPipes::kLauncher);
    if (!copy.is_open()) return describe_system_error(errno);
    *end = std::move(copy);
  }
  return pipe;
}

FileDescriptor non_blocking(FileDescriptor end) {
  ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK);
  return end;
}

}  // namespace

Result<StandardPipes> StandardPipes::make() {
  auto in = make_pipe();
  if (!in) return in.error();
  auto out = make_pipe();
  if (!out) return out.error();
  auto err = make_pipe();
  if (!err) return err.error();
  auto records = make_pipe();
  if (!records) return records.error();
  return StandardPipes{
      .input = non_blocking(std::move(in->write_end)),
      .output = non_blocking(std::move(out->read_end)),
      .errors = non_blocking(std::move(err->read_end)),
      .records = non_blocking(std::move(records->read_end)),
      .program = {std::move(in->read_end), std::move(out->write_end), std::move(err->write_end),
                  non_blocking(std::move(records->write_end))},
  };
}

Error describe_system_error(int error) {
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

}  // namespace workbench::stdio
