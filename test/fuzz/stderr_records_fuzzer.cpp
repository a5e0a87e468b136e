// Whatever a server writes on stderr: its summary is one short line without control characters, and only the launcher's
// records are taken for records. The first byte of the input divides the rest.

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "manual_loop.hpp"
#include "process/launch_texts.hpp"
#include "process/stderr_tail.hpp"

namespace {

using namespace workbench;
using namespace workbench::stdio;
using fuzzing::require;

constexpr std::string_view kToken = "0123456789abcdef";
constexpr std::size_t kMaxSummary = 300;

struct Records final : StderrTail::Sink {
  void on_record(const LaunchRecord& record) override { records.push_back(record); }
  std::vector<LaunchRecord> records;
};

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

/// Every report that the launcher may write, before or after what the server has written.
void check_record(std::string_view server_text) {
  const std::string marker = std::string("\x1elauncher ").append(kToken).append(" ");
  const std::string line = std::string(server_text) + marker + "ended signal 9";
  const StderrLine read = read_stderr_line(line, kToken);
  require(read.text == server_text && read.record && read.record->what == LaunchRecord::What::ended_by_signal &&
              read.record->number == 9,
          "a record is read after any text", line);
  const StderrLine any = read_stderr_line(line.substr(0, line.size() - 14) + std::string(server_text), kToken);
  if (!any.record) return;
  ProcessCommand server;
  server.command = "program";
  for (const Error& error : {describe_end(*any.record), describe_failed_launcher("launcher", *any.record),
                             describe_failed_start(server, *any.record)}) {
    require(!error.message.empty() && error.message.size() < 500, "a record is described in a sentence", error.message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  input = input.substr(0, std::size_t{32} * 1024);  // what a pipe holds
  const bool has_token = input.find(kToken) != std::string_view::npos;

  fuzzing::ManualHost host;
  Records records;
  std::array<int, 2> ends{};
  require(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0, "there are pipes");
  const FileDescriptor writer(ends[1]);
  StderrTail tail(host, FileDescriptor(ends[0]), std::string(kToken), "server", records);
  std::size_t pieces = 0;
  for (const auto& piece : fuzzing::pieces_of(input, seed)) {
    require(::write(writer.get(), piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()), "a pipe takes it");
    host.loop().notify(Readiness::readable);
    if (pieces++ % 8 == 0) check_summary(tail.last_words());
  }
  check_summary(tail.last_words());
  constexpr std::size_t kLinesLeftOut = 200;  // a sentence about them
  require(host.logged_bytes <= input.size() + kLinesLeftOut, "nothing is logged that was not written", input);
  require(has_token || records.records.empty(), "a server cannot write a record", input);

  const std::string record = std::string("\n\x1elauncher ").append(kToken).append(" started 42\n");
  const std::size_t before = records.records.size();
  require(::write(writer.get(), record.data(), record.size()) == static_cast<ssize_t>(record.size()),
          "a pipe takes it");
  tail.read_rest();
  if (!has_token) {
    require(records.records.size() == before + 1 && records.records.back().number == 42,
            "the launcher's record is read after all that the server has written", input);
    check_record(input.substr(0, input.find('\n')));
  }
  check_summary(tail.last_words());
  return 0;
}
