#include "lock/diff_text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "lock/pretty.hpp"
#include "lock/special_text.hpp"

namespace workbench::lock {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t kContextLines = 2;
constexpr std::size_t kMaxLineBytes = 400;
constexpr std::size_t kMaxComparedLines = 2000;  // of one field; more are shown as replaced as a whole

Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    lines.push_back(base::visible_line(text.substr(at, line_end - at)));
    at = line_end + 1;
  }
  return lines;
}

/// The lines of a form: of a text its own lines, of another value those of the lock file.
Lines lines_of_form(const std::optional<std::string>& form) {
  JsonTape tape;
  if (!form || tape.read(*form)) return {};
  if (const auto text = special_text(tape.root())) return lines_of(text->characters);
  std::string pretty;
  append_pretty(pretty, tape.root(), 0);
  return lines_of(pretty);
}

/// For each pair of lines from there to the end, how many both texts have in the same order.
class CommonLines {
 public:
  CommonLines(const Lines& before, const Lines& after)
      : width_(after.size() + 1), counts_((before.size() + 1) * width_) {
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        counts_[i * width_ + j] = before[i] == after[j]
                                      ? static_cast<unsigned short>(counts_[(i + 1) * width_ + j + 1] + 1)
                                      : std::max(counts_[(i + 1) * width_ + j], counts_[i * width_ + j + 1]);
      }
    }
  }
  [[nodiscard]] unsigned at(std::size_t i, std::size_t j) const { return counts_[i * width_ + j]; }

 private:
  const std::size_t width_;
  std::vector<unsigned short> counts_;
};

struct SignedLine {
  char sign;
  std::string text;
};

void append_signed(std::vector<SignedLine>& out, char sign, const Lines& lines) {
  for (const std::string& line : lines) out.push_back({sign, line});
}

std::vector<SignedLine> signed_lines(const Lines& before, const Lines& after) {
  std::vector<SignedLine> lines;
  if (before.size() > kMaxComparedLines || after.size() > kMaxComparedLines) {
    append_signed(lines, '-', before);
    append_signed(lines, '+', after);
    return lines;
  }
  const CommonLines common(before, after);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      lines.push_back({' ', before[i++]});
      ++j;
    } else if (i < before.size() && (j == after.size() || common.at(i + 1, j) >= common.at(i, j + 1))) {
      lines.push_back({'-', before[i++]});
    } else {
      lines.push_back({'+', after[j++]});
    }
  }
  return lines;
}

bool is_near_a_change(const std::vector<SignedLine>& lines, std::size_t at) {
  const std::size_t first = at - std::min(at, kContextLines);
  const std::size_t last = std::min(at + kContextLines + 1, lines.size());
  return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(first),
                     lines.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const SignedLine& line) { return line.sign != ' '; });
}

std::size_t common_beginning(std::string_view one, std::string_view other) {
  const std::size_t size = std::min(one.size(), other.size());
  return static_cast<std::size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size), other.begin()).first - one.begin());
}

/// A long line from a little before the place where it differs from its counterpart.
std::string shortened_line(std::string_view line, std::size_t differs_at) {
  constexpr std::size_t kBytesBefore = 60;
  if (line.size() <= kMaxLineBytes) return std::string(line);
  std::size_t first = differs_at <= kBytesBefore ? 0 : differs_at - kBytesBefore;
  while (first < line.size() && base::continues_character(line[first])) ++first;
  return (first == 0 ? "" : "...") + base::shortened(line.substr(first), kMaxLineBytes);
}

/// Where the line differs from the one that replaces it, or that it replaces, if they are neighbours.
std::size_t differing_place(const std::vector<SignedLine>& lines, std::size_t at) {
  const bool is_removed = lines[at].sign == '-';
  const std::size_t counterpart = is_removed ? at + 1 : at - 1;
  if (counterpart >= lines.size() || lines[counterpart].sign != (is_removed ? '+' : '-')) return 0;
  return common_beginning(lines[at].text, lines[counterpart].text);
}

std::string written(const std::vector<SignedLine>& lines) {
  std::string text;
  bool is_skipping = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_shown = is_near_a_change(lines, i);
    if (!is_shown && !is_skipping) text.append("    ...\n");
    is_skipping = !is_shown;
    if (!is_shown) continue;
    const std::size_t place = lines[i].sign == ' ' ? 0 : differing_place(lines, i);
    text.append("  ").append(1, lines[i].sign).append(1, ' ').append(shortened_line(lines[i].text, place));
    text.push_back('\n');
  }
  return text;
}

std::string heading(const Difference& difference) {
  std::string heading = "  " + (difference.field.empty() ? std::string("text") : difference.field);
  if (!difference.locked) heading.append(" (added)");
  if (!difference.listed) heading.append(" (removed)");
  if (difference.weight == DifferenceClass::note) heading.append(" (a note, not a change)");
  return heading.append(":\n");
}

}  // namespace

std::string diff_text(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& difference : differences) {
    text.append(heading(difference));
    text.append(written(signed_lines(lines_of_form(difference.locked), lines_of_form(difference.listed))));
  }
  if (differences.size() == kMaxDifferences) text.append("  (more fields differ)\n");
  return text;
}

std::string whole_text(char sign, std::string_view definition) {
  std::vector<SignedLine> lines;
  append_signed(lines, sign, lines_of_form(std::string(definition)));
  return written(lines);
}

}  // namespace workbench::lock
