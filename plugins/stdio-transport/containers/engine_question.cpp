#include "containers/engine_question.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxEngineLine = 16 * 1024;
constexpr std::size_t kMaxEngineLines = 4096;

}  // namespace

void EngineQuestion::ask(ProcessCommand command, std::chrono::milliseconds limit, Answered answered) {
  answered_ = std::move(answered);
  auto launched = launcher_.launch(std::move(command), source_, *this);
  if (!launched) return answer_soon({.reason = launched.error().message});
  process_ = std::move(launched->handle);
  reader_.emplace(host_.loop(), std::move(launched->output), kMaxEngineLine, static_cast<LineReader::Sink&>(*this));
  timer_ = host_.loop().after(limit, [this] {
    is_late_ = true;
    process_->stop();
  });
}

void EngineQuestion::on_line(std::string line) {
  if (logs_output_) host_.log(LogLevel::information, source_, line);
  if (lines_.size() < kMaxEngineLines) lines_.push_back(std::move(line));
}

void EngineQuestion::on_ended(const ProcessEnd& end) {
  reader_->read_rest();
  Answer answer;
  answer.is_good = !is_late_ && end.how == ProcessEnd::How::exited && end.number == 0;
  answer.is_late = is_late_;
  const std::string words = process_->last_words();
  if (!answer.is_good) answer.reason = is_late_ ? "it did not end in time" : words.empty() ? end.reason.message : words;
  answer_soon(std::move(answer));
}

void EngineQuestion::answer_soon(Answer answer) {
  timer_ = host_.loop().after(std::chrono::milliseconds(0), [this, answer = std::move(answer)]() mutable {
    answer.lines = std::move(lines_);
    const EventLoop::Timer timer = std::move(timer_);  // the owner of this function
    Answered answered = std::move(answered_);
    answered(std::move(answer));
  });
}

}  // namespace workbench::stdio
