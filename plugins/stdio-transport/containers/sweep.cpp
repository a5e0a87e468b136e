#include "containers/sweep.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "containers/instance.hpp"

namespace workbench::stdio {
namespace {

/// One command of the engine.
constexpr std::chrono::seconds kLimit{15};
constexpr const char* kSource = "containers";

/// The runs of all launchers of this process: other plugins may have some of their own.
std::set<std::string>& active_runs() {
  static std::set<std::string> runs;
  return runs;
}

class ActiveRun {
 public:
  explicit ActiveRun(std::string run) : run_(std::move(run)) { active_runs().insert(run_); }
  ActiveRun(const ActiveRun&) = delete;
  ActiveRun& operator=(const ActiveRun&) = delete;
  ~ActiveRun() { active_runs().erase(run_); }

 private:
  const std::string run_;
};

std::string format() {
  return std::string("{{.Id}} {{index .Config.Labels \"") + kInstanceLabel + "\"}} {{index .Config.Labels \"" +
         kRunLabel + "\"}}";
}

}  // namespace

std::shared_ptr<const void> mark_active(std::string run) {
  return std::make_shared<const ActiveRun>(std::move(run));
}

std::vector<std::string> left_containers(const std::vector<std::string>& lines) {
  const std::string own = this_instance();
  std::vector<std::string> left;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::string id;
    std::string instance;
    std::string run;
    if (!(words >> id >> instance >> run)) continue;
    const bool is_own = instance == own;
    if (is_own ? active_runs().count(run) == 0 : has_ended(instance)) left.push_back(id);
  }
  return left;
}

ProcessCommand with_words(const ProcessCommand& engine, const std::vector<std::string>& words) {
  ProcessCommand command = engine;
  command.args.insert(command.args.end(), words.begin(), words.end());
  return command;
}

void Sweep::begin(MoveOnlyFunction<void()> done) {
  waiting_.push_back(std::move(done));
  if (question_ != nullptr) {
    is_wanted_again_ = true;
  } else {
    look();
  }
}

void Sweep::look() {
  is_wanted_again_ = false;
  const std::string filter = std::string("label=") + kHostLabel + "=" + this_host();
  ask({"ps", "--all", "--quiet", "--no-trunc", "--filter", filter}, [this](const EngineQuestion::Answer& answer) {
    if (!answer.is_good) {
      host_.log(LogLevel::debug, kSource, "cannot look for containers that were left: " + answer.reason);
    }
    answer.is_good && !answer.lines.empty() ? inspect(answer.lines) : finish();
  });
}

/// A container that was removed meanwhile makes the exit code bad, and the lines of the others are good.
void Sweep::inspect(const std::vector<std::string>& ids) {
  std::vector<std::string> words{"container", "inspect", "--format", format()};
  words.insert(words.end(), ids.begin(), ids.end());
  ask(std::move(words), [this](const EngineQuestion::Answer& answer) {
    std::vector<std::string> left = left_containers(answer.lines);
    left.empty() ? finish() : remove(std::move(left));
  });
}

/// Killed first, because some engines let a container that is removed end by itself for ten seconds.
void Sweep::remove(std::vector<std::string> ids) {
  host_.log(LogLevel::information, kSource,
            "removes " + std::to_string(ids.size()) + (ids.size() == 1 ? " container that" : " containers that") +
                " an earlier run has left");
  std::vector<std::string> killing{"kill"};
  killing.insert(killing.end(), ids.begin(), ids.end());
  ask(std::move(killing), [this, ids = std::move(ids)](const EngineQuestion::Answer&) {
    std::vector<std::string> removing{"rm", "--force", "--volumes"};
    removing.insert(removing.end(), ids.begin(), ids.end());
    ask(std::move(removing), [this](const EngineQuestion::Answer& answer) {
      if (!answer.is_good) host_.log(LogLevel::warning, kSource, "cannot remove containers: " + answer.reason);
      finish();
    });
  });
}

void Sweep::finish() {
  if (is_wanted_again_) return look();
  question_.reset();
  for (auto& done : std::exchange(waiting_, {})) done();
}

void Sweep::ask(std::vector<std::string> words, EngineQuestion::Answered answered) {
  question_ = std::make_unique<EngineQuestion>(host_, launcher_, kSource);
  question_->ask(with_words(engine_, words), patience_, std::move(answered));
}

}  // namespace workbench::stdio
