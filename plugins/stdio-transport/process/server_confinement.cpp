#include "process/server_confinement.hpp"

#include <utility>

#include "sandbox/sandbox_policy.hpp"

namespace workbench::stdio {
namespace {

/// As many as the launcher reports.
constexpr std::size_t kMaxDenied = 64;

/// As many as fit into a message.
constexpr std::size_t kMaxInText = 6;

}  // namespace

ServerConfinement::ServerConfinement(Host& host, SandboxSettings settings, std::string source)
    : host_(host),
      reports_(host.extension<Confinements>()),
      settings_(std::move(settings)),
      source_(std::move(source)),
      learns_(reports_ != nullptr && reports_->is_learning()) {}

ServerConfinement::~ServerConfinement() {
  if (reports_ != nullptr && process_id_) reports_->remove(*process_id_);
}

Result<std::string> ServerConfinement::prepare(ProcessCommand& command) {
  if (!settings_.is_enabled && !learns_) return std::string();
  SandboxPlace place = SandboxPlace::of(command);
  place.learns = learns_;
  rules_ = sandbox_rules(settings_, command, place);
  auto lines = policy_lines(rules_);
  if (!lines) {
    return Error{
        ErrorKind::invalid_argument,
        "the server cannot be confined, because the path of a folder or file that its rules need has a line break "
        "in it; rename that, or run the server elsewhere with \"cwd\""};
  }
  if (const std::string npmrc = "read " + place.home + "/.npmrc"; is_needless(npmrc, command, place)) {
    needless_denial_ = npmrc;
  }
  command = with_sandbox_variables(std::move(command), settings_, place);
  return *std::move(lines);
}

void ServerConfinement::on_launched(int process_id, std::function<void()> read_records) {
  if (rules_.empty()) return;
  process_id_ = process_id;
  host_.log(LogLevel::information, source_,
            learns_ ? "starts with nothing refused to it, to learn what it needs" : "starts confined");
  if (!learns_) warn_of_half_open_folders();
  if (reports_ != nullptr) reports_->add(process_id, {source_, rules_, {}, {}, std::move(read_records)});
}

void ServerConfinement::warn_of_half_open_folders() {
  for (const HalfOpenFolder& found : half_open_folders(rules_)) {
    host_.log(LogLevel::warning, source_,
              "cannot write new files in " + found.folder + ", because " + found.closed +
                  " in it is closed; keep that elsewhere, or let the server write to a folder without it");
  }
}

bool ServerConfinement::handle(const LaunchRecord& record) {
  if (record.what == LaunchRecord::What::denied) {
    record_denied(record.text);
  } else if (record.what == LaunchRecord::What::unconfined) {
    record_unconfined(record.text);
  } else {
    return false;
  }
  return true;
}

void ServerConfinement::record_denied(const std::string& what) {
  if (denied_.size() == kMaxDenied || (learns_ && what == needless_denial_)) return;
  denied_.push_back(what);
  if (!learns_) host_.log(LogLevel::information, source_, "denied: " + what);
  if (reports_ != nullptr && process_id_) reports_->record_denied(*process_id_, what);
}

void ServerConfinement::record_unconfined(const std::string& what) {
  host_.log(LogLevel::warning, source_,
            "is not confined: this kernel cannot enforce " + what + "; use a later one, or remove \"bestEffort\"");
  if (reports_ != nullptr && process_id_) reports_->record_unconfined(*process_id_, what);
}

std::string ServerConfinement::describe_denied() const {
  if (denied_.empty() || learns_) return {};
  if (reports_ != nullptr) return reports_->describe(denied_);
  std::string text = "denied: ";
  for (std::size_t i = 0; i < denied_.size() && i < kMaxInText; ++i) text.append(i == 0 ? "" : "; ").append(denied_[i]);
  return text + (denied_.size() > kMaxInText ? "; ..." : "");
}

}  // namespace workbench::stdio
