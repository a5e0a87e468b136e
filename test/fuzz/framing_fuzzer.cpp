// However the bytes of a stream are divided between reads, they are the same lines, and no line is longer than the
// limit. The first byte of the input is the limit, the second divides the rest.

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "manual_loop.hpp"
#include "shared/line_reader.hpp"

namespace {

using namespace workbench;
using fuzzing::require;

struct Lines final : stdio::LineReader::Sink {
  void on_line(std::string line) override {
    lines.push_back(std::move(line));
    if (pauses_at != 0 && lines.size() % pauses_at == 0) reader->pause(true);
  }
  void on_overlong(std::string_view beginning, bool has_no_memory) override {
    require(!has_no_memory, "there is memory for short lines");
    require(beginning.size() <= LineFraming::kKeptBeginning, "only the beginning of a long line is kept");
    beginnings.emplace_back(beginning);
    lines.emplace_back();  // a line that is delivered is never empty
  }
  void on_end() override { ++ends; }

  std::vector<std::string> lines;  ///< empty: was too long
  std::vector<std::string> beginnings;
  int ends = 0;
  stdio::LineReader* reader = nullptr;
  std::size_t pauses_at = 0;  ///< after how many lines the reader is paused; 0: never
};

/// The messages of the whole stream; `unfinished` becomes the beginning of a line without an end.
Lines expected_lines(std::string_view stream, std::size_t limit, std::string& unfinished) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  Lines expected;
  while (!stream.empty()) {
    const std::size_t end = stream.find('\n');
    std::string_view line = stream.substr(0, end);
    stream.remove_prefix(std::min(line.size() + 1, stream.size()));
    if (line.size() > limit) {  // whether or not it has ended
      expected.on_overlong(line.substr(0, LineFraming::kKeptBeginning), false);
    } else if (end == std::string_view::npos) {
      unfinished = line;
    } else {
      if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) expected.on_line(std::string(line));
    }
  }
  return expected;
}

/// A reader and the other end of what it reads.
class Stream {
 public:
  explicit Stream(std::size_t limit) {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0, "there are pipes");
    writer_ = FileDescriptor(ends[1]);
    reader_ = std::make_unique<stdio::LineReader>(loop_, FileDescriptor(ends[0]), limit, lines);
    lines.reader = reader_.get();
  }

  void write(std::string_view bytes) {
    require(::write(writer_.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "a pipe takes it");
  }
  void read() { loop_.notify(Readiness::readable); }
  /// Reads all input, however often the sink pauses.
  void read_all() {
    std::size_t before = 0;
    do {
      before = lines.lines.size();
      reader_->pause(false);
      loop_.advance(std::chrono::milliseconds(1));
      reader_->read_rest();
    } while (lines.lines.size() != before);
    reader_->pause(false);
  }
  void end() {
    writer_ = FileDescriptor();
    read();
  }
  [[nodiscard]] stdio::LineReader& reader() { return *reader_; }

  Lines lines;

 private:
  fuzzing::ManualLoop loop_;
  FileDescriptor writer_;
  std::unique_ptr<stdio::LineReader> reader_;
};

void check(const Stream& stream, const Lines& expected, std::string_view whole) {
  require(stream.lines.lines == expected.lines, "the lines are those of the stream", whole);
  require(stream.lines.beginnings.size() == expected.beginnings.size(), "each long line is reported once", whole);
  for (std::size_t index = 0; index != expected.beginnings.size(); ++index) {
    const std::string& beginning = stream.lines.beginnings[index];
    require(!beginning.empty() && expected.beginnings[index].starts_with(beginning),
            "what is kept of a long line is its beginning", whole);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::size_t limit = 1 + fuzzing::take_byte(input);
  const std::uint8_t seed = fuzzing::take_byte(input);
  input = input.substr(0, std::size_t{32} * 1024);  // what a pipe holds
  std::string unfinished;
  const Lines expected = expected_lines(input, limit, unfinished);

  Stream at_once(limit);
  at_once.write(input);
  if (!input.empty()) at_once.read();
  check(at_once, expected, input);

  Stream in_pieces(limit);
  in_pieces.lines.pauses_at = seed % 3;
  std::size_t turn = seed;
  for (const auto& piece : fuzzing::pieces_of(input, seed)) {
    in_pieces.write(fuzzing::view(piece));
    switch (turn++ % 4) {
      case 0: in_pieces.reader().read_rest(); break;
      case 1:  // what is not read now is read with the next piece
        in_pieces.reader().pause(true);
        in_pieces.reader().read_rest();
        in_pieces.reader().pause(false);
        break;
      default: in_pieces.reader().pause(false); in_pieces.read();
    }
  }
  in_pieces.read_all();
  check(in_pieces, expected, input);
  for (Stream* stream : {&at_once, &in_pieces}) {
    const std::string_view left = stream->reader().unfinished();
    require(left == unfinished, "an unfinished line is known by its beginning", input);
    require(stream->lines.ends == 0, "a stream does not end by itself", input);
    stream->end();
    require(stream->lines.ends == 1, "a stream ends once", input);
  }
  return 0;
}
