// Whatever a server writes on stderr: its summary is one short line without control characters, and no more is logged
// than was written. The first byte of the input divides the rest.

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "manual_loop.hpp"
#include "process/stderr_tail.hpp"

namespace {

using namespace workbench;
using namespace workbench::stdio;
using fuzzing::require;

constexpr std::size_t kMaxSummary = 300;

void check_summary(const std::string& summary) {
  require(summary.size() <= kMaxSummary, "a summary is short", summary);
  require(std::none_of(summary.begin(), summary.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }),
          "a summary has no control characters", summary);
  for (std::size_t at = 0; (at = summary.find('\xC2', at)) != std::string::npos; ++at) {
    const auto next = static_cast<unsigned char>(at + 1 < summary.size() ? summary[at + 1] : 0);
    require(next < 0x80 || next >= 0xA0, "a summary has no control characters of two bytes", summary);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  input = input.substr(0, std::size_t{32} * 1024);  // what a pipe holds

  fuzzing::ManualHost host;
  std::array<int, 2> ends{};
  require(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0, "there are pipes");
  const FileDescriptor writer(ends[1]);
  StderrTail tail(host, FileDescriptor(ends[0]), "server");
  std::size_t pieces = 0;
  for (const auto& piece : fuzzing::pieces_of(input, seed)) {
    require(::write(writer.get(), piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()), "a pipe takes it");
    host.loop().notify(Readiness::readable);
    if (pieces++ % 8 == 0) check_summary(tail.last_words());
  }
  check_summary(tail.last_words());
  constexpr std::size_t kLinesLeftOut = 200;  // a sentence about them
  require(host.logged_bytes <= input.size() + kLinesLeftOut, "nothing is logged that was not written", input);
  tail.read_rest();
  check_summary(tail.last_words());
  return 0;
}
