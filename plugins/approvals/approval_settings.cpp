#include "approval_settings.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "duration_text.hpp"

namespace workbench::approvals {
namespace {

using std::chrono::milliseconds;

constexpr const char* kHold = "hold";
constexpr const char* kTimeout = "timeout";
constexpr const char* kMaxWaiting = "maxWaiting";
constexpr const char* kMaxWaitingPerPrincipal = "maxWaitingPerPrincipal";

constexpr milliseconds kMaxHold{600'000};
constexpr milliseconds kMinTimeout{1'000};
constexpr milliseconds kMaxTimeout{24LL * 3'600'000};
constexpr std::int64_t kMaxQuestions = 100'000;

void check_time(std::vector<OptionError>& errors, const Options& options, const char* name, milliseconds min,
                milliseconds max) {
  if (!options.has(name)) return;
  const std::string text = options.text(name);
  const auto time = parse_duration(text);
  if (!time) {
    errors.push_back({name, "'" + text + "' is not a time; write for example 30 s, 10 m or 1 h"});
  } else if (*time < min || *time > max) {
    errors.push_back(
        {name, "'" + text + "' is out of range; it must be from " + duration_text(min) + " to " + duration_text(max)});
  }
}

void check_count(std::vector<OptionError>& errors, const Options& options, const char* name) {
  const std::int64_t count = options.number(name, 1);
  if (count >= 1 && count <= kMaxQuestions) return;
  errors.push_back(
      {name, std::to_string(count) + " is out of range; it must be from 1 to " + std::to_string(kMaxQuestions)});
}

milliseconds time_of(const Options& options, const char* name, milliseconds fallback) {
  return parse_duration(options.text(name)).value_or(fallback);
}

std::size_t count_of(const Options& options, const char* name, std::size_t fallback) {
  return static_cast<std::size_t>(options.number(name, static_cast<std::int64_t>(fallback)));
}

}  // namespace

ApprovalSettings ApprovalSettings::from(const Options& options, const Limits& limits) {
  ApprovalSettings settings;
  settings.timeout = time_of(options, kTimeout, settings.timeout);
  // The host answers a call in which nothing happens for the time of a call, and says nothing of the question.
  settings.hold = std::min({time_of(options, kHold, settings.hold), settings.timeout, limits.call * 3 / 4});
  settings.max_waiting = count_of(options, kMaxWaiting, settings.max_waiting);
  settings.max_waiting_per_principal =
      std::min(count_of(options, kMaxWaitingPerPrincipal, settings.max_waiting_per_principal), settings.max_waiting);
  return settings;
}

std::vector<OptionDescription> approval_options() {
  using enum OptionType;
  return {
      {kHold, text, false,
       "How long a call waits for a person if its client cannot ask one, for example 20 s; 20 s, at most three "
       "quarters of limits.call."},
      {kTimeout, text, false,
       "How long a question waits for its answer, and an answer for the repeated call; 10 m. Unanswered means no."},
      {kMaxWaiting, number, false, "Maximum number of calls that wait for a person; 4000."},
      {kMaxWaitingPerPrincipal, number, false, "Maximum number of those of one principal; 1000."},
  };
}

std::vector<OptionError> check_approval_options(const Options& options) {
  std::vector<OptionError> errors;
  check_time(errors, options, kHold, milliseconds(0), kMaxHold);
  check_time(errors, options, kTimeout, kMinTimeout, kMaxTimeout);
  check_count(errors, options, kMaxWaiting);
  check_count(errors, options, kMaxWaitingPerPrincipal);
  return errors;
}

}  // namespace workbench::approvals
