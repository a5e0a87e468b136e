#include "transport/stderr_tail.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxLine = 16 * 1024;

}  // namespace

StderrTail::StderrTail(Host& host, FileDescriptor input, std::string token, std::string source, Sink& sink)
    : host_(host),
      token_(std::move(token)),
      source_(std::move(source)),
      sink_(sink),
      reader_(host.loop(), std::move(input), kMaxLine, *this) {}

void StderrTail::on_line(std::string whole) {
  const StderrLine line = read_stderr_line(whole, token_);
  handle_text(line.text);
  if (line.record) sink_.on_record(*line.record);
}

void StderrTail::on_overlong(std::string_view beginning) {
  handle_text(beginning);
}

void StderrTail::on_end() {}

void StderrTail::handle_text(std::string_view text) {
  if (text.empty()) return;
  host_.log(LogLevel::information, source_, text);
  last_.add(text);
}

std::string StderrTail::last_words() const {
  LastWords words = last_;
  words.add(reader_.unfinished());
  return words.text();
}

}  // namespace workbench::stdio
