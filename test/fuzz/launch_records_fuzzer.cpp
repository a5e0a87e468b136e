// Whatever a launcher writes as its records: each line is at most one record, however the bytes are divided, and is
// described in a sentence. The first byte of the input divides the rest.

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "manual_loop.hpp"
#include "process/launch_texts.hpp"
#include "process/record_reader.hpp"

namespace {

using namespace workbench;
using namespace workbench::stdio;
using fuzzing::require;

void check_texts(const LaunchRecord& record) {
  ProcessCommand server;
  server.command = "program";
  for (const Error& error :
       {describe_end(record), describe_failed_launcher("launcher", record), describe_failed_start(server, record)}) {
    require(!error.message.empty() && error.message.size() < 500, "a record is described in a sentence", error.message);
  }
}

struct Records final : RecordReader::Sink {
  void on_record(const LaunchRecord& record) override {
    check_texts(record);
    records.push_back(record);
  }
  std::vector<LaunchRecord> records;
};

bool is_equal(const LaunchRecord& a, const LaunchRecord& b) {
  return a.what == b.what && a.step == b.step && a.number == b.number && a.text == b.text;
}

/// The records of a text that is read at once.
std::vector<LaunchRecord> records_in(std::string_view text) {
  std::vector<LaunchRecord> records;
  while (text.find('\n') != std::string_view::npos) {
    std::string_view line = fuzzing::take_line(text);
    if (line.size() > RecordReader::kMaxRecord) continue;
    if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto record = read_launch_record(line); record && !line.empty()) records.push_back(*record);
  }
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  input = input.substr(0, std::size_t{32} * 1024);  // what a pipe holds

  fuzzing::ManualHost host;
  Records read;
  std::array<int, 2> ends{};
  require(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0, "there are pipes");
  const FileDescriptor writer(ends[1]);
  RecordReader reader(host.loop(), FileDescriptor(ends[0]), read);
  for (const auto& piece : fuzzing::pieces_of(input, seed)) {
    require(::write(writer.get(), piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()), "a pipe takes it");
    host.loop().notify(Readiness::readable);
  }
  reader.read_available();
  const std::vector<LaunchRecord> expected = records_in(input);
  require(std::equal(read.records.begin(), read.records.end(), expected.begin(), expected.end(), is_equal),
          "each line is read as it is by itself", input);
  return 0;
}
