// What a response says of its request and of the next one, by its head alone.

#include "http/request_refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace workbench::http::transport {
namespace {

using namespace std::chrono_literals;
using Reason = RequestRefusal::Reason;

// 1994-11-06 08:49:37 UTC, the example of RFC 9110.
const auto kNow = std::chrono::system_clock::from_time_t(784'111'777);

struct RetryAfter {
  const char* value;
  std::optional<std::chrono::seconds> wait;

  friend void PrintTo(const RetryAfter& row, std::ostream* out) { *out << '"' << row.value << '"'; }
};

class ARetryAfter : public testing::TestWithParam<RetryAfter> {};

TEST_P(ARetryAfter, IsReadInEveryNotation) {
  EXPECT_EQ(read_retry_after(GetParam().value, kNow), GetParam().wait);
}

INSTANTIATE_TEST_SUITE_P(
    Values, ARetryAfter,
    testing::Values(RetryAfter{"0", 0s}, RetryAfter{"1", 1s}, RetryAfter{"120", 120s}, RetryAfter{"0.2", 1s},
                    RetryAfter{"1.5", 2s}, RetryAfter{"007", 7s}, RetryAfter{"99999999999999999999", 24h},
                    RetryAfter{"1e400", 24h}, RetryAfter{"1e-400", 0s}, RetryAfter{"1E-400", 0s},
                    RetryAfter{"Sun, 06 Nov 1994 08:49:47 GMT", 10s}, RetryAfter{"Sunday, 06-Nov-94 08:49:47 GMT", 10s},
                    RetryAfter{"Sun Nov  6 08:49:47 1994", 10s}, RetryAfter{"Sun, 06 Nov 1994 08:49:37 GMT", 0s},
                    RetryAfter{"Sat, 05 Nov 1994 08:49:37 GMT", 0s}, RetryAfter{"Sun, 06 Nov 2094 08:49:37 GMT", 24h},
                    RetryAfter{"", std::nullopt}, RetryAfter{"-1", std::nullopt}, RetryAfter{"nan", std::nullopt},
                    RetryAfter{"soon", std::nullopt}, RetryAfter{"12 0", std::nullopt}, RetryAfter{" ", std::nullopt}));

struct Status {
  unsigned status;
  const char* retry_after;
  Reason reason;
  bool is_certain;
  bool is_passing;

  friend void PrintTo(const Status& row, std::ostream* out) { *out << row.status << " " << row.retry_after; }
};

class ARefusal : public testing::TestWithParam<Status> {};

TEST_P(ARefusal, SaysWhyAndWhetherItIsCertain) {
  const RequestRefusal refusal = refusal_of(GetParam().status, GetParam().retry_after);
  EXPECT_EQ(refusal.reason, GetParam().reason);
  EXPECT_EQ(refusal.is_certain, GetParam().is_certain);
  EXPECT_EQ(refusal.is_passing(), GetParam().is_passing);
}

INSTANTIATE_TEST_SUITE_P(
    Statuses, ARefusal,
    testing::Values(Status{200, "", Reason::other, false, false}, Status{202, "5", Reason::other, false, false},
                    Status{301, "", Reason::moved, true, false}, Status{302, "", Reason::moved, true, false},
                    Status{303, "", Reason::moved, false, false}, Status{307, "", Reason::moved, true, false},
                    Status{308, "", Reason::moved, true, false}, Status{400, "", Reason::other, true, false},
                    Status{401, "", Reason::authorization, true, false},
                    Status{403, "", Reason::authorization, true, false}, Status{404, "", Reason::absent, true, false},
                    Status{405, "", Reason::method, true, false}, Status{408, "", Reason::later, false, true},
                    Status{408, "1", Reason::later, false, true}, Status{425, "", Reason::later, true, true},
                    Status{429, "", Reason::later, true, true}, Status{429, "1", Reason::later, true, true},
                    Status{500, "", Reason::failure, false, true}, Status{500, "1", Reason::failure, false, true},
                    Status{502, "1", Reason::later, false, true}, Status{503, "", Reason::later, false, true},
                    Status{503, "soon", Reason::later, false, true}, Status{503, "1", Reason::later, true, true},
                    Status{504, "1", Reason::later, false, true}, Status{529, "1", Reason::failure, false, true}));

struct Repetition {
  unsigned status;
  const char* retry_after;
  bool may_repeat;
  std::optional<std::chrono::seconds> wait;

  friend void PrintTo(const Repetition& row, std::ostream* out) {
    *out << row.status << " " << row.retry_after << (row.may_repeat ? " of a list" : " of a call");
  }
};

class ARepetition : public testing::TestWithParam<Repetition> {};

TEST_P(ARepetition, IsOfWhatWasCertainlyNotCarriedOutOrMayBeRepeated) {
  const auto& [status, retry_after, may_repeat, wait] = GetParam();
  EXPECT_EQ(wait_before_repeating(refusal_of(status, retry_after), may_repeat, 5s), wait);
}

INSTANTIATE_TEST_SUITE_P(
    Requests, ARepetition,
    testing::Values(Repetition{429, "2", false, 2s}, Repetition{503, "2", false, 2s}, Repetition{429, "0", false, 1s},
                    Repetition{429, "5", false, 5s}, Repetition{429, "6", false, std::nullopt},
                    Repetition{429, "", false, std::nullopt}, Repetition{503, "", false, std::nullopt},
                    Repetition{502, "2", false, std::nullopt}, Repetition{504, "2", false, std::nullopt},
                    Repetition{500, "2", false, std::nullopt}, Repetition{408, "2", false, std::nullopt},
                    Repetition{200, "2", false, std::nullopt}, Repetition{502, "2", true, 2s},
                    Repetition{500, "2", true, 2s}, Repetition{408, "2", true, 2s},
                    Repetition{502, "", true, std::nullopt}, Repetition{200, "2", true, std::nullopt}));

struct Advice {
  unsigned status;
  const char* retry_after;
  const char* text;

  friend void PrintTo(const Advice& row, std::ostream* out) { *out << row.status << " " << row.retry_after; }
};

class AnAdvice : public testing::TestWithParam<Advice> {};

TEST_P(AnAdvice, NamesTheTime) {
  EXPECT_EQ(advice_on_time(refusal_of(GetParam().status, GetParam().retry_after)), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, AnAdvice,
    testing::Values(Advice{429, "1", "; try again in 1 second"}, Advice{429, "7", "; try again in 7 seconds"},
                    Advice{429, "120", "; try again in 120 seconds"}, Advice{503, "300", "; try again in 5 minutes"},
                    Advice{503, "301", "; try again in 6 minutes"}, Advice{503, "86400", "; try again in 24 hours"},
                    Advice{429, "", "; try again later"}, Advice{502, "", "; try again later"}, Advice{500, "", ""},
                    Advice{404, "", ""}, Advice{403, "60", "; try again in 60 seconds"}));

}  // namespace
}  // namespace workbench::http::transport
