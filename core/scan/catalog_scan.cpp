#include "scan/catalog_scan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "scan/confusables.hpp"
#include "scan/normal_text.hpp"

namespace workbench::scan {
namespace {

using Positions = std::unordered_map<std::string, std::vector<std::size_t>>;

/// So that many tools with one name take no quadratic time.
constexpr std::size_t kMaxCompared = 32;

bool is_ascii_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// Lower case, without separators: what people take for the same name.
std::string plain(std::string_view name) {
  std::string out;
  for (const char byte : name) {
    if (byte != '_' && byte != '-' && byte != '.' && byte != ' ') out += base::ascii_lower(byte);
  }
  return out;
}

/// Whether one name becomes the other with at most two letters added, removed or replaced.
bool is_near(std::string_view one, std::string_view other) {
  constexpr std::size_t kMax = 2;
  const auto begin = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  const auto from_one = static_cast<std::size_t>(begin.first - one.begin());
  one.remove_prefix(from_one);
  other.remove_prefix(from_one);
  const auto end = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  const auto same_end = static_cast<std::size_t>(end.first - one.rbegin());
  return one.size() - same_end <= kMax && other.size() - same_end <= kMax;
}

class CatalogSearch {
 public:
  explicit CatalogSearch(std::span<const CatalogTool> tools) : tools_(tools) {
    for (std::size_t index = 0; index < tools.size(); ++index) {
      by_likeness_[likeness(tools[index].name)].push_back(index);
      by_name_[base::ascii_lower(tools[index].name)].push_back(index);
      const std::string description = normal_text(tools[index].description);
      if (description.size() >= kMinDescription) by_description_[description].push_back(index);
    }
  }

  std::vector<CatalogFinding> run() {
    for (std::size_t index = 0; index < tools_.size(); ++index) {
      find_alike(index);
      find_copies(index);
      find_mentions(index);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kMinDescription = 20;

  void add(std::size_t tool, Severity severity, std::string_view rule, std::string_view where,
           std::string_view sentence, std::string_view seen) {
    FindingList list;
    list.move_to(std::string(where));
    list.add(severity, rule, sentence, seen);
    for (ScanFinding& finding : list.take()) found_.push_back({tool, std::move(finding)});
  }

  /// Calls `look` with the tools of other servers at these positions.
  template <typename Look>
  void with_others(std::size_t index, const std::vector<std::size_t>& positions, Look look) {
    const std::size_t count = std::min(positions.size(), kMaxCompared);
    for (const std::size_t position : std::span(positions).first(count)) {
      if (tools_[position].server != tools_[index].server && look(tools_[position])) return;
    }
  }

  /// Names that look the same and are not.
  void find_alike(std::size_t index) {
    const CatalogTool& tool = tools_[index];
    with_others(index, by_likeness_[likeness(tool.name)], [&](const CatalogTool& other) {
      if (plain(tool.name) == plain(other.name)) return false;
      const bool is_other_script = is_ascii_name(tool.name) != is_ascii_name(other.name);
      add(index, is_other_script ? Severity::critical : Severity::warn, "cloned-tool", "name",
          "looks like the name of a tool of another server, and is not the same; see which of them is meant",
          other.server + "/" + other.name);
      return true;
    });
  }

  /// Tools with the same description and the same or nearly the same name.
  void find_copies(std::size_t index) {
    const CatalogTool& tool = tools_[index];
    const auto same = by_description_.find(normal_text(tool.description));
    if (same == by_description_.end()) return;
    with_others(index, same->second, [&](const CatalogTool& other) {
      if (!is_near(plain(tool.name), plain(other.name))) return false;
      add(index, Severity::warn, "cloned-tool", "description",
          "is that of a tool of another server with the same or nearly the same name; see which of them is meant",
          other.server + "/" + other.name);
      return true;
    });
  }

  /// Names of tools of other servers, in a sentence that says how to use them.
  void find_mentions(std::size_t index) {
    const std::string_view text = tools_[index].description;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && (base::is_ascii_letter_or_digit(text[end]) || text[end] == '_' || text[end] == '-'))
        ++end;
      if (end > at && is_foreign(index, text.substr(at, end - at)) && is_directed(text, at)) {
        add(index, Severity::warn, "redirected-tool", "description",
            "says how a tool of another server is to be used; only that server should", sentence_at(text, at));
        return;
      }
      at = std::max(end, at + 1);
    }
  }

  /// Whether it is a tool of other servers only, with a name that no sentence has by accident.
  bool is_foreign(std::size_t index, std::string_view word) {
    constexpr std::size_t kMinName = 7;
    constexpr std::size_t kMaxName = 128;
    const bool is_of_words = word.find_first_of("_-") != std::string_view::npos;
    if (!is_of_words || word.size() < kMinName || word.size() > kMaxName) return false;
    const auto found = by_name_.find(base::ascii_lower(word));
    if (found == by_name_.end()) return false;
    return std::none_of(found->second.begin(), found->second.end(),
                        [&](std::size_t position) { return tools_[position].server == tools_[index].server; });
  }

  static std::string_view sentence_at(std::string_view text, std::size_t at) {
    const std::size_t window = at - std::min<std::size_t>(at, kMaxSeenBytes / 2);
    const std::size_t stop = text.substr(window, at - window).rfind(". ");
    const std::size_t begin = stop == std::string_view::npos ? window : window + stop + 2;
    return text.substr(begin, kMaxSeenBytes);
  }

  /// Whether the sentences around tell a model what to do with it.
  static bool is_directed(std::string_view text, std::size_t at) {
    constexpr std::array<std::string_view, 13> kWords = {"instead", "never ",   "must ",    "always", "do not",
                                                         "don't",   "replaces", "deprecat", "broken", "place",
                                                         "change",  "before ",  "whenever"};
    const std::size_t begin = at - std::min<std::size_t>(at, 80);
    const std::string around = base::ascii_lower(text.substr(begin, 220));
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return around.find(word) != std::string::npos; });
  }

  std::span<const CatalogTool> tools_;
  Positions by_likeness_;
  Positions by_name_;
  Positions by_description_;
  std::vector<CatalogFinding> found_;
};

}  // namespace

std::vector<CatalogFinding> scan_catalog(std::span<const CatalogTool> tools) {
  return CatalogSearch(tools).run();
}

}  // namespace workbench::scan
