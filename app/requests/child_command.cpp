#include "requests/child_command.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/text.hpp"
#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

struct PipeEnds {
  FileDescriptor reading;
  FileDescriptor writing;
};

Result<PipeEnds> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure("no pipe for a command");
  return PipeEnds{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Error too_long(std::size_t limit) {
  return {ErrorKind::busy, "the answer of the command has more than " + std::to_string(limit) + " bytes"};
}

}  // namespace

Result<std::unique_ptr<ChildCommand>> ChildCommand::start(EventLoop& loop, const std::string& program,
                                                          const std::vector<std::string>& arguments, Limits limits,
                                                          Done done) {
  auto out = make_pipe();
  if (!out) return out.error();
  auto errors = make_pipe();
  if (!errors) return errors.error();
  const ChildProcess::Streams streams{{}, std::move(out->writing), std::move(errors->writing)};
  auto process = ChildProcess::start(program, arguments, streams);
  if (!process) return process.error();
  return std::unique_ptr<ChildCommand>(new ChildCommand(loop, *std::move(process), std::move(out->reading),
                                                        std::move(errors->reading), limits, std::move(done)));
}

ChildCommand::ChildCommand(EventLoop& loop, ChildProcess process, FileDescriptor out, FileDescriptor errors,
                           Limits limits, Done done)
    : limits_(limits),
      done_(std::move(done)),
      process_(std::move(process)),
      output_{std::move(out), {}, {}},
      errors_{std::move(errors), {}, {}} {
  for (Pipe* const pipe : {&output_, &errors_}) {
    pipe->watch = loop.watch(pipe->end.get(), Readiness::readable, [this, pipe] { read(*pipe); });
  }
  exit_ = loop.watch(process_.exit_descriptor(), Readiness::readable, [this] { handle_exit(); });
  limit_ = loop.after(limits_.time, [this] {
    finish(Error{ErrorKind::timed_out, "the command took longer than " + base::format_duration(limits_.time)});
  });
}

void ChildCommand::read(Pipe& pipe) {
  std::array<char, 65536> bytes;
  const ssize_t count = ::read(pipe.end.get(), bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return pipe.watch.reset();
  append(pipe, {bytes.data(), static_cast<std::size_t>(count)});
  if (output_.text.size() > limits_.output_bytes) finish(too_long(limits_.output_bytes));
}

void ChildCommand::append(Pipe& pipe, std::string_view bytes) {
  pipe.text.append(bytes);
  if (errors_.text.size() > kMaxErrors) errors_.text.erase(0, errors_.text.size() - kMaxErrors);
}

/// What is in the pipe when the program has exited, and no more: what it started may have the other end, and write on.
void ChildCommand::read_rest(Pipe& pipe) {
  std::array<char, 65536> bytes;
  int left = 0;
  ::ioctl(pipe.end.get(), FIONREAD, &left);
  while (left > 0 && output_.text.size() <= limits_.output_bytes) {
    const ssize_t count = ::read(pipe.end.get(), bytes.data(), std::min(bytes.size(), static_cast<std::size_t>(left)));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    append(pipe, {bytes.data(), static_cast<std::size_t>(count)});
    left -= static_cast<int>(count);
  }
}

void ChildCommand::handle_exit() {
  const auto code = process_.exit_code();
  if (!code) return;
  read_rest(output_);
  read_rest(errors_);
  if (output_.text.size() > limits_.output_bytes) return finish(too_long(limits_.output_bytes));
  finish(Outcome{*code, std::move(output_.text), std::move(errors_.text)});
}

/// The last line: it may destroy this.
void ChildCommand::finish(Result<Outcome> outcome) {
  for (Pipe* const pipe : {&output_, &errors_}) pipe->watch.reset();
  exit_.reset();
  limit_.reset();
  process_.kill();
  std::exchange(done_, nullptr)(std::move(outcome));
}

}  // namespace workbench::app
