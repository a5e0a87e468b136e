#include "utc_text.hpp"

namespace workbench::call_log {

void put_digits(std::string& text, std::size_t at, std::size_t digits, std::int64_t value) {
  for (std::size_t place = at + digits; place != at; value /= 10) text[--place] = static_cast<char>('0' + value % 10);
}

std::string format_time(std::chrono::system_clock::time_point time) {
  const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(milliseconds);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(milliseconds - day);
  std::string text = "0000-00-00T00:00:00.000Z";
  put_digits(text, 0, 4, static_cast<int>(date.year()));
  put_digits(text, 5, 2, static_cast<unsigned>(date.month()));
  put_digits(text, 8, 2, static_cast<unsigned>(date.day()));
  put_digits(text, 11, 2, clock.hours().count());
  put_digits(text, 14, 2, clock.minutes().count());
  put_digits(text, 17, 2, clock.seconds().count());
  put_digits(text, 20, 3, clock.subseconds().count());
  return text;
}

std::string format_day(std::chrono::system_clock::time_point time) {
  constexpr std::size_t kLength = 10;
  return format_time(time).substr(0, kLength);
}

}  // namespace workbench::call_log
