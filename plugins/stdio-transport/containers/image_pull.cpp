#include "containers/image_pull.hpp"

#include <chrono>
#include <utility>

#include "containers/sweep.hpp"

namespace workbench::stdio {
namespace {

/// A pull of several gigabytes over a slow line.
constexpr std::chrono::minutes kPullLimit{30};

}  // namespace

ImagePull::ImagePull(Host& host, ProcessLauncher& launcher, ProcessCommand engine, std::string image,
                     std::string platform, std::string source, std::chrono::milliseconds patience)
    : host_(host),
      launcher_(launcher),
      engine_(std::move(engine)),
      image_(std::move(image)),
      platform_(std::move(platform)),
      source_(std::move(source)),
      patience_(patience) {}

void ImagePull::want(std::weak_ptr<Pulled> pulled, bool always) {
  if (is_known_ && !always) return skip(pulled);
  waiting_.push_back(std::move(pulled));
  if (question_ != nullptr) return;
  always ? pull() : look();
}

void ImagePull::skip(const std::weak_ptr<Pulled>& pulled) {
  const auto at = skipped_.emplace(skipped_.end());
  *at = host_.loop().after(std::chrono::milliseconds(0), [this, at, pulled] {
    const EventLoop::Timer timer = std::move(*at);  // the owner of this function
    skipped_.erase(at);
    if (const auto waiting = pulled.lock()) (*waiting)({});
  });
}

std::string ImagePull::progress() const {
  if (!is_pulling_ || question_ == nullptr) return {};
  const std::string line = question_->last_line();
  return "the image " + image_ + " is being pulled" + (line.empty() ? "" : ": " + line);
}

void ImagePull::look() {
  question_ = std::make_unique<EngineQuestion>(host_, launcher_, source_);
  question_->ask(with_words(engine_, {"image", "inspect", "--format", "{{.Id}}", image_}), patience_,
                 [this](const EngineQuestion::Answer& answer) {
                   if (answer.is_late) return finish(describe_silence());
                   answer.is_good ? finish({}) : pull();
                 });
}

/// A pull would wait for the same engine, and for much longer.
Error ImagePull::describe_silence() const {
  const std::string& engine = engine_.command;
  return {ErrorKind::unavailable, "the engine does not answer: \"" + engine + " image inspect\" did not end within " +
                                      std::to_string(patience_.count() / 1000) + " s; check with \"" + engine +
                                      " info\" whether its service runs"};
}

void ImagePull::pull() {
  host_.log(LogLevel::information, source_, "pulls the image " + image_);
  std::vector<std::string> words{"pull"};
  if (!platform_.empty()) words.insert(words.end(), {"--platform", platform_});
  words.push_back(image_);
  is_pulling_ = true;
  question_ = std::make_unique<EngineQuestion>(host_, launcher_, source_);
  question_->log_output();
  question_->ask(with_words(engine_, words), kPullLimit, [this](const EngineQuestion::Answer& answer) {
    is_pulling_ = false;
    if (answer.is_good) return finish({});
    finish(Error{ErrorKind::unavailable, "cannot pull the image " + image_ + ": " + answer.reason +
                                             "; check its name, and whether its registry needs a login"});
  });
}

void ImagePull::finish(const Result<void>& result) {
  question_.reset();
  is_known_ = result.has_value();
  for (const std::weak_ptr<Pulled>& weak : std::exchange(waiting_, {})) {
    if (const auto pulled = weak.lock()) (*pulled)(result);
  }
}

}  // namespace workbench::stdio
