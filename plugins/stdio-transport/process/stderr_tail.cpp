#include "process/stderr_tail.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxTailLine = 16 * 1024;

/// The cost of a line besides its bytes, in bytes that are read in the same time.
constexpr std::size_t kCostOfLine = 64;

}  // namespace

StderrTail::StderrTail(Host& host, FileDescriptor input, std::string source)
    : host_(host), source_(std::move(source)), reader_(host.loop(), std::move(input), kMaxTailLine, *this) {}

void StderrTail::on_line(std::string line) {
  limit_reading(kCostOfLine);
  handle_text(line);
}

void StderrTail::on_overlong(std::string_view beginning, bool /*has_no_memory*/) {
  handle_text(beginning);
}

void StderrTail::on_end() {}

/// Whether they belong to lines that are delivered or not: the rest of an overlong line is not.
void StderrTail::on_read(std::size_t bytes) {
  limit_reading(bytes);
}

void StderrTail::handle_text(std::string_view text) {
  last_.add(text);
  // After a line was left out, none is logged until there is room for the lines of a second, so that reports of
  // omitted lines are few.
  if (!lines_.admit(left_out_ == 0 ? 1 : kLinesPerSecond)) {
    ++left_out_;
    return;
  }
  report_left_out();
  host_.log(LogLevel::information, source_, text);
}

void StderrTail::limit_reading(std::size_t bytes) {
  const auto pause = bytes_.use(static_cast<double>(bytes));
  if (pause.count() == 0 || resume_ != nullptr || is_last_read_) return;
  reader_.pause(true);
  resume_ = host_.loop().after(pause, [this] {
    resume_.reset();
    reader_.pause(false);
  });
}

void StderrTail::report_left_out() {
  const std::size_t count = std::exchange(left_out_, 0);
  if (count == 0) return;
  host_.log(LogLevel::information, source_,
            std::to_string(count) + (count == 1 ? " line of its stderr is" : " lines of its stderr are") +
                " left out here, because it wrote more than " + std::to_string(kLinesPerSecond) + " in a second");
}

void StderrTail::read_rest() {
  is_last_read_ = true;
  resume_.reset();
  reader_.pause(false);
  reader_.read_rest();
  report_left_out();
}

std::string StderrTail::last_words() const {
  LastWords words = last_;
  words.add(reader_.unfinished());
  return words.text();
}

}  // namespace workbench::stdio
