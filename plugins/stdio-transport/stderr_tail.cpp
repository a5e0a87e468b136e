#include "stderr_tail.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kLongestLine = 16 * 1024;
constexpr std::size_t kKeptLines = 10;
constexpr std::size_t kKeptOfLine = 400;
constexpr std::size_t kLastWords = 1000;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// `words` without colours and other control sequences, and not too long.
std::string readable(std::string_view words) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && text.size() < kKeptOfLine; ++i) {
    if (words.substr(i, 2) == "\x1b[") {
      while (i + 1 < words.size() && (words[i] == '\x1b' || words[i] < '@' || words[i] == '[')) ++i;
    } else if (!is_control(words[i])) {
      text += words[i];
    } else if (words[i] == '\t') {
      text += ' ';
    }
  }
  while (text.size() == kKeptOfLine && !text.empty() && (text.back() & 0x80) != 0) text.pop_back();
  return text;
}

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
  last_.push_back(readable(words));
  if (last_.size() > kKeptLines) last_.pop_front();
}

std::string StderrTail::last_words() const {
  std::string words = readable(reader_.unfinished());
  for (auto line = last_.rbegin(); line != last_.rend() && words.size() + line->size() < kLastWords; ++line) {
    words = words.empty() ? *line : *line + " | " + words;
  }
  return words;
}

}  // namespace workbench::stdio
