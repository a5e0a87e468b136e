#include "answers.hpp"

#include <Poco/DateTime.h>
#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeParser.h>
#include <Poco/NumberFormatter.h>
#include <Poco/Timespan.h>

#include <cmath>
#include <stdexcept>

namespace workbench::demo_client {
namespace {

const Poco::JSON::Object& structured(const Answer& answer) {
  if (answer.structured.isNull()) throw std::runtime_error("the answer has no structured content: " + answer.text);
  return *answer.structured;
}

bool is_near(double value, double expected) {
  return std::fabs(value - expected) < 1e-9 * std::fabs(expected);
}

}  // namespace

Reading read_word_count(const Answer& answer) {
  const int words = structured(answer).getValue<int>("words");
  const int characters = structured(answer).getValue<int>("characters");
  return {std::to_string(words) + " words, " + std::to_string(characters) + " characters",
          words == 4 && characters == 22};
}

Reading read_hash(const Answer& answer) {
  return {answer.text, answer.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
}

Reading read_sum(const Answer& answer) {
  const double sum = structured(answer).getValue<double>("sum");
  return {Poco::NumberFormatter::format(sum), is_near(sum, 42)};
}

Reading read_distance(const Answer& answer) {
  const double value = structured(answer).getValue<double>("value");
  const auto unit = structured(answer).getValue<std::string>("unit");
  return {Poco::NumberFormatter::format(value) + " " + unit, is_near(value, 42.1648128) && unit == "km"};
}

Reading read_time(const Answer& answer) {
  Poco::DateTime told;
  int offset = 0;
  if (!Poco::DateTimeParser::tryParse(Poco::DateTimeFormat::ISO8601_FORMAT, answer.text, told, offset)) {
    return {answer.text, false};
  }
  const Poco::Timespan difference = Poco::DateTime() - told;
  return {answer.text + " (our own clock agrees to the minute)", std::abs(difference.totalSeconds()) < 60};
}

Reading read_refusal(const Answer& answer) {
  const std::string outcome = answer.is_error ? "Refused: " : "Not refused: ";
  return {outcome + answer.text, answer.is_error && answer.text.starts_with("Tool 'list_directory' not found")};
}

}  // namespace workbench::demo_client
