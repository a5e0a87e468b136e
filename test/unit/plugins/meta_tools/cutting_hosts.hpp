#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json_access.hpp"

// How hosts cut a result of a tool before their models see it, each as its own code does.

namespace meta_tools {

/// One character for each code unit of UTF-16, which is how the strings of JavaScript are counted and cut; `?` stands
/// for what is not ASCII.
inline std::string utf16_units(std::string_view utf8) {
  std::string units;
  for (const char byte : utf8) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x80U) units += byte;
    if (value >= 0xC0U) units += '?';
    if (value >= 0xF0U) units += '?';
  }
  return units;
}

/// The text as the one block of a result that JSON.stringify() writes.
inline std::string stringified(const std::string& text) {
  return utf16_units(R"({"content":[{"type":"text","text":)" + kJson.quoted(text) + "}]}");
}

inline std::string without_the_middle(const std::string& text, std::size_t head, std::size_t tail) {
  if (text.size() <= head + tail) return text;
  return text.substr(0, head) + "\n[cut]\n" + text.substr(text.size() - tail);
}

/// The model gets the name of a file, and the beginning.
inline std::string in_a_file(const std::string& text, std::size_t preview) {
  return text.substr(0, preview) + "\n[the whole is in a file]";
}

inline std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

/// A host by the name of its client. `shown` is what its model sees of a result with this text; if the host has cut
/// nothing, it is `whole`.
struct CuttingHost {
  std::string client;
  std::string (*whole)(const std::string& text);
  std::string (*shown)(const std::string& text);
};

namespace cutting {

inline std::string utf16_units_of(const std::string& text) {
  return utf16_units(text);
}
inline std::string as_it_is(const std::string& text) {
  return text;
}
inline std::string middle_of_json_above_8000(const std::string& text) {
  return without_the_middle(stringified(text), 4'000, 4'000);
}
inline std::string middle_above_10_kib(const std::string& text) {
  return without_the_middle(text, 5'120, 5'120);
}
inline std::string middle_above_40000(const std::string& text) {
  return without_the_middle(utf16_units(text), 8'000, 32'000);
}
inline std::string middle_above_20000(const std::string& text) {
  return without_the_middle(utf16_units(text), 8'000, 12'000);
}
inline std::string file_above_25000_or_1000_lines(const std::string& text) {
  const std::string units = utf16_units(text);
  return units.size() <= 25'000 && lines_of(text) <= 1'000 ? units : in_a_file(units, 2'000);
}
inline std::string file_above_50_kib_or_2000_lines(const std::string& text) {
  return text.size() <= 51'200 && lines_of(text) <= 2'000 ? text : in_a_file(text, 2'000);
}
inline std::string file_above_20_kib(const std::string& text) {
  return text.size() <= 20'480 ? text : in_a_file(text, 500);
}
inline std::string file_above_200000(const std::string& text) {
  const std::string units = utf16_units(text);
  return units.size() <= 200'000 ? units : in_a_file(units, 2'000);
}
inline std::string file_above_500000(const std::string& text) {
  const std::string units = utf16_units(text);
  return units.size() <= 500'000 ? units : in_a_file(units, 2'000);
}

}  // namespace cutting

/// Every host of the table that cuts. A host that is not in the table may cut in any of these ways.
inline std::vector<CuttingHost> cutting_hosts() {
  using namespace cutting;
  std::vector<CuttingHost> hosts{
      {"@cline/core", stringified, middle_of_json_above_8000},
      {"Cline", stringified, middle_of_json_above_8000},
      {"codex-mcp-client", as_it_is, middle_above_10_kib},
      {"gemini-cli-mcp-client", utf16_units_of, middle_above_40000},
      {"qwen-cli-mcp-client-workbench", utf16_units_of, file_above_25000_or_1000_lines},
      {"qwen-code-mcp-client", utf16_units_of, file_above_25000_or_1000_lines},
      {"opencode", as_it_is, file_above_50_kib_or_2000_lines},
      {"kilo", as_it_is, file_above_50_kib_or_2000_lines},
      {"nanocoder-mcp-client", utf16_units_of, middle_above_20000},
      {"copilot-cli", as_it_is, file_above_20_kib},
      {"github-copilot-developer", as_it_is, file_above_20_kib},
      {"goose", utf16_units_of, file_above_200000},
      {"claude-code", utf16_units_of, file_above_500000},
  };
  const std::size_t known = hosts.size();
  for (std::size_t index = 0; index < known; ++index) {
    for (const char* const unknown : {"some-new-agent", "mcp"}) {
      hosts.push_back({unknown, hosts[index].whole, hosts[index].shown});
    }
  }
  return hosts;
}

}  // namespace meta_tools
