#pragma once

#include <string>

#include "client.hpp"

namespace workbench::demo_client {

/// An answer in words, and whether it is the right one.
struct Reading {
  std::string words;
  bool is_right = false;
};

// One for each question. An answer without the promised fields throws Poco::Exception.
[[nodiscard]] Reading read_word_count(const Answer& answer);
[[nodiscard]] Reading read_hash(const Answer& answer);
[[nodiscard]] Reading read_sum(const Answer& answer);
[[nodiscard]] Reading read_distance(const Answer& answer);
[[nodiscard]] Reading read_time(const Answer& answer);
[[nodiscard]] Reading read_refusal(const Answer& answer);

}  // namespace workbench::demo_client
