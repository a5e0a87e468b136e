#include "server_texts.hpp"

#include <algorithm>
#include <set>

#include <workbench/json_writer.hpp>

#include "lean/first_sentence.hpp"

namespace meta_tools {
namespace {

using workbench::ResultBudget;

/// A text that is cut to less than this has little information, however it is counted.
constexpr std::size_t kMinBytes = 64;

std::size_t length_in_json(const ServerTexts& texts, const ResultBudget& budget) {
  std::size_t length = 0;
  for (const auto& [server, text] : texts) {
    std::string quoted;
    workbench::JsonWriter::append_string(quoted, text);
    length += budget.length_of(quoted);
  }
  return length;
}

// From the shortest text on, the rest of a text's share is divided among the longer ones.
std::vector<std::string> cut_to_bytes(ServerTexts& texts, std::size_t max_bytes) {
  std::vector<std::size_t> lengths;
  for (const auto& [server, text] : texts) lengths.push_back(text.size());
  std::sort(lengths.begin(), lengths.end());
  std::size_t longest = max_bytes;
  std::size_t room = max_bytes;
  for (std::size_t index = 0; index < lengths.size(); ++index) {
    longest = room / (lengths.size() - index);
    if (lengths[index] > longest) break;
    room -= lengths[index];
    longest = lengths[index];
  }
  std::vector<std::string> cut;
  for (auto& [server, text] : texts) {
    if (text.size() <= longest) continue;
    text = cut_at_word(text, std::max<std::size_t>(1, longest));
    cut.push_back(server);
  }
  return cut;
}

}  // namespace

// The size of a text that the host has escaped is only known when it has been cut: then it is cut again in proportion.
std::vector<std::string> cut_evenly(ServerTexts& texts, const ResultBudget& budget) {
  std::set<std::string> cut;
  std::size_t bytes = 0;
  for (const auto& [server, text] : texts) bytes += text.size();
  for (std::size_t max_bytes = std::min(budget.size, bytes);;) {
    for (std::string& server : cut_to_bytes(texts, max_bytes)) cut.insert(std::move(server));
    const std::size_t length = length_in_json(texts, budget);
    const bool is_counted_in_bytes = budget.measure == workbench::ResultMeasure::bytes;
    if (is_counted_in_bytes || length <= budget.size || max_bytes <= kMinBytes * texts.size()) break;
    max_bytes = static_cast<std::size_t>(static_cast<double>(max_bytes) * static_cast<double>(budget.size) /
                                         static_cast<double>(length + 1));
  }
  return {cut.begin(), cut.end()};
}

}  // namespace meta_tools
