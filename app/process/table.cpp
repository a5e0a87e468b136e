#include "process/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <cwchar>

#include <algorithm>
#include <utility>

#include "base/code_point.hpp"
#include "base/visible_text.hpp"

namespace workbench::app {
namespace {

constexpr std::string_view kGap = "  ";
/// The least that is left for the last column, however wide the others are.
constexpr std::size_t kMinLast = 24;

/// The program has the locale "C", in which nothing but ASCII has a width: this thread uses another one meanwhile.
class Utf8Widths {
 public:
  Utf8Widths() : former_(::uselocale(locale())) {}
  Utf8Widths(const Utf8Widths&) = delete;
  Utf8Widths& operator=(const Utf8Widths&) = delete;
  ~Utf8Widths() { ::uselocale(former_); }

  [[nodiscard]] std::size_t of(char32_t character) const {
    const int columns = ::wcwidth(static_cast<wchar_t>(character));
    return columns < 0 ? 1 : static_cast<std::size_t>(columns);
  }

 private:
  static locale_t locale() {
    static const locale_t kUtf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return kUtf8;  // null where the system lacks it: uselocale() changes nothing then
  }

  locale_t former_;
};

std::size_t length_of(std::string_view text) {
  return std::max<std::size_t>(base::first_code_point(text).length, 1);
}

/// The beginning of `text` that fits into `width` columns, up to a blank if there is one; it is removed from `text`.
std::string_view cut_line(std::string_view& text, std::size_t width) {
  const Utf8Widths widths;
  std::size_t end = 0;
  std::size_t columns = 0;
  std::size_t blank = std::string_view::npos;
  while (end < text.size()) {
    const base::CodePoint next = base::first_code_point(text.substr(end));
    columns += widths.of(next.value);
    if (columns > width && end > 0) break;
    if (text[end] == ' ' && end > 0) blank = end;
    end += std::max<std::size_t>(next.length, 1);
  }
  if (end < text.size() && text[end] != ' ' && blank != std::string_view::npos) end = blank;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return line;
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void Table::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = base::visible_line(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    if (row.empty()) continue;
    widths.resize(std::max(widths.size(), row.size() - 1));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (widths[i] == 0) continue;
      line.append(row[i]).append(widths[i] - columns_of(row[i]), ' ').append(kGap);
      begin += widths[i] + kGap.size();
    }
    std::string_view last = row.empty() ? std::string_view() : std::string_view(row.back());
    const std::size_t room = width == 0 ? std::string_view::npos : std::max(width - std::min(width, begin), kMinLast);
    line.append(cut_line(last, room));
    text.append(without_blanks_at_end(std::move(line))).append("\n");
    while (!last.empty()) {
      text.append(without_blanks_at_end(std::string(begin, ' ').append(cut_line(last, room)))).append("\n");
    }
  }
  return text;
}

std::size_t columns_of(std::string_view text) {
  const Utf8Widths widths;
  std::size_t columns = 0;
  while (!text.empty()) {
    columns += widths.of(base::first_code_point(text).value);
    text.remove_prefix(length_of(text));
  }
  return columns;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col == 0 ? 80 : size.ws_col;
}

std::string with_thousands(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(std::size_t count, std::string_view noun) {
  const bool has_sibilant = noun.ends_with('x') || noun.ends_with('s');
  return with_thousands(count).append(" ").append(noun).append(count == 1 ? "" : has_sibilant ? "es" : "s");
}

}  // namespace workbench::app
