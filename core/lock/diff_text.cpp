#include "lock/diff_text.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "lock/common_runs.hpp"
#include "lock/differing_parts.hpp"
#include "lock/pretty.hpp"
#include "lock/special_text.hpp"

namespace workbench::lock {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t kContextLines = 2;
constexpr std::size_t kMaxLineBytes = 400;           // a line that has more is shown in several, or in parts
constexpr std::size_t kWrappedBytes = 120;           // of each of those several
constexpr std::size_t kMaxStepsOfLines = 4'000'000;  // to compare the lines of one field; else all of them are shown

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

/// A line of either text. `other`: the one that replaces it, or that it replaces; empty: there is none.
struct SignedLine {
  char sign;
  std::string_view text;
  std::string_view other;
};

/// Lines that are replaced by others: the k-th one by the k-th one.
void append_replaced(std::vector<SignedLine>& out, char sign, TextParts::const_iterator first,
                     TextParts::const_iterator last, TextParts::const_iterator other,
                     TextParts::const_iterator last_other) {
  for (; first != last; ++first) {
    out.push_back({sign, *first, other == last_other ? std::string_view() : *other});
    if (other != last_other) ++other;
  }
}

std::vector<SignedLine> signed_lines(const Lines& removed, const Lines& added) {
  const TextParts before(removed.begin(), removed.end());
  const TextParts after(added.begin(), added.end());
  std::vector<SignedLine> lines;
  auto left = before.begin();
  auto right = after.begin();
  for (const CommonRun& run : common_runs(before, after, kMaxStepsOfLines)) {
    const auto left_end = before.begin() + static_cast<std::ptrdiff_t>(run.before);
    const auto right_end = after.begin() + static_cast<std::ptrdiff_t>(run.after);
    append_replaced(lines, '-', left, left_end, right, right_end);
    append_replaced(lines, '+', right, right_end, left, left_end);
    left = left_end + static_cast<std::ptrdiff_t>(run.count);
    right = right_end + static_cast<std::ptrdiff_t>(run.count);
    for (auto line = left_end; line != left; ++line) lines.push_back({' ', *line, {}});
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

/// How much of a long text is shown in one line: up to a blank, if there is one.
std::size_t length_of_line(std::string_view text) {
  if (text.size() <= kWrappedBytes) return text.size();
  const std::string_view line = base::up_to_character(text, kWrappedBytes);
  const std::size_t blank = line.rfind(' ');
  return blank == std::string_view::npos ? line.size() : blank + 1;
}

void append_line(std::string& out, char sign, std::string_view indent, std::string_view text) {
  out.append("  ").append(1, sign).append(indent).append(text).append(1, '\n');
}

void append_line(std::string& out, const SignedLine& line) {
  if (line.text.size() <= kMaxLineBytes) return append_line(out, line.sign, " ", line.text);
  if (line.sign == ' ') return append_line(out, line.sign, " ", base::shortened(line.text, kMaxLineBytes));
  const std::string parts = line.other.empty() ? std::string(line.text) : differing_parts(line.text, line.other);
  std::string_view indent = " ";
  for (std::string_view left = parts; !left.empty(); indent = "   ") {
    const std::size_t length = length_of_line(left);
    append_line(out, line.sign, indent, left.substr(0, length));
    left.remove_prefix(length);
  }
}

std::string written(const std::vector<SignedLine>& lines) {
  std::string text;
  bool is_skipping = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_shown = is_near_a_change(lines, i);
    if (!is_shown && !is_skipping) text.append("    ...\n");
    is_skipping = !is_shown;
    if (is_shown) append_line(text, lines[i]);
  }
  return text;
}

void collect_patterns(JsonTape::Value form, std::set<std::string>& patterns) {
  const auto text = is_special_object(form) ? special_text(form) : std::nullopt;
  if (text && text->is_pattern) patterns.insert(text->characters);
  if (text || !form.is_container()) return;
  for (JsonTape::Value part = form.first(); !(part == form.end()); part = part.next()) collect_patterns(part, patterns);
}

std::set<std::string> patterns_of(std::string_view form) {
  JsonTape tape;
  std::set<std::string> patterns;
  if (!tape.read(form)) collect_patterns(tape.root(), patterns);
  return patterns;
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
    const Lines locked = lines_of_form(difference.locked);
    const Lines listed = lines_of_form(difference.listed);
    text.append(heading(difference)).append(written(signed_lines(locked, listed)));
  }
  return text;
}

std::string new_patterns_text(std::string_view locked, std::string_view form) {
  std::string text;
  const std::set<std::string> known = patterns_of(locked);
  for (const std::string& pattern : patterns_of(form)) {
    if (known.count(pattern) != 0) continue;
    const Lines lines = lines_of(pattern);
    text.append("  differs from start to start, and is accepted as this pattern:\n")
        .append(written(signed_lines({}, lines)));
  }
  return text;
}

std::string whole_text(char sign, std::string_view definition) {
  std::vector<SignedLine> lines;
  const Lines all = lines_of_form(std::string(definition));
  for (const std::string& line : all) lines.push_back({sign, line, {}});
  return written(lines);
}

}  // namespace workbench::lock
