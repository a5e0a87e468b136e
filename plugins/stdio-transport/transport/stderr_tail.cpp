#include "transport/stderr_tail.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kLongestLine = 16 * 1024;

}  // namespace

StderrTail::StderrTail(Host& host, Descriptor input, std::string token, std::string source, Sink& sink)
    : host_(host),
      token_(std::move(token)),
      source_(std::move(source)),
      sink_(sink),
      reader_(host.loop(), std::move(input), kLongestLine, *this) {}

void StderrTail::on_line(std::string text) {
  const StderrLine line = read_stderr_line(text, token_);
  take(line.words);
  if (line.record) sink_.on_record(*line.record);
}

void StderrTail::on_overlong(std::string_view beginning) {
  take(beginning);
}

void StderrTail::on_end() {}

void StderrTail::take(std::string_view words) {
  if (words.empty()) return;
  host_.log(LogLevel::information, source_, words);
  last_.add(words);
}

std::string StderrTail::last_words() const {
  LastWords words = last_;
  words.add(reader_.unfinished());
  return words.text();
}

}  // namespace workbench::stdio
