#include "server_texts.hpp"

#include <algorithm>

#include "lean/first_sentence.hpp"

namespace meta_tools {

// From the shortest text on, what a text leaves of its share is divided among the longer ones.
std::vector<std::string> cut_evenly(ServerTexts& texts, std::size_t max_bytes) {
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

}  // namespace meta_tools
