#pragma once

#include <cerrno>

namespace launcher {

/// What a notified call returns.
struct Answer {
  enum class Kind {
    value,
    error,    ///< `value` is the errno
    proceed,  ///< the kernel does the call, as if it was not notified
    given,    ///< it has its answer, or gets it later
  };
  Kind kind = Kind::proceed;
  long value = 0;
};

constexpr Answer kProceed{};
constexpr Answer kGiven{Answer::Kind::given, 0};

constexpr Answer answer_value(long value) {
  return {Answer::Kind::value, value};
}
constexpr Answer answer_error(int error) {
  return {Answer::Kind::error, error};
}
/// From what a system call of the launcher has returned.
inline Answer answer_result(long result) {
  return result < 0 ? answer_error(errno) : answer_value(result);
}

}  // namespace launcher
