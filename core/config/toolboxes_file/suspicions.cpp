#include "config/toolboxes_file/suspicions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/ascii.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/toolboxes_file/script_text.hpp"
#include "config/variables.hpp"

namespace workbench::config {
namespace {

constexpr std::array<std::string_view, 6> kKeysWithTexts = {"args", "command", "cwd", "env", "headers", "url"};

/// Whether the text is `$NAME` from its first byte to its last.
bool is_dollar_name(std::string_view text) {
  if (text.size() < 2 || text.front() != '$' || !is_variable_name(text.substr(1))) return false;
  return std::none_of(text.begin(), text.end(), [](char byte) { return byte >= 'a' && byte <= 'z'; });
}

bool has_angle_brackets(std::string_view text) {
  const std::size_t open = text.find('<');
  if (open == std::string_view::npos) return false;
  const std::size_t close = text.find('>', open);
  if (close == std::string_view::npos || close == open + 1) return false;
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  return std::all_of(inside.begin(), inside.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '-' || byte == ' ';
  });
}

void note_text(const JsonNode& node, Reading& reading) {
  if (!node.is_text()) return;
  if (const auto suspicion = suspicion_about(node.text())) reading.report.note(node.path, *suspicion);
}

void note_command(const JsonNode& server, Reading& reading) {
  const auto node = server.member("command");
  if (!node || !node->is_text()) return;
  const std::string command = node->text();
  const std::string_view words = trimmed(command, " \t");
  const bool is_line =
      words.find_first_of(" \t") != std::string_view::npos && words.find('$') == std::string_view::npos;
  std::error_code failed;
  if (!is_line || std::filesystem::exists(reading.folder / command, failed)) return;
  reading.report.note(node->path,
                      "is a command line, and a program of this name does not exist; write the program alone here and "
                      "each of its arguments as a string in \"args\"");
}

std::string text_at(const JsonNode& node) {
  return node.is_text() ? node.text() : std::string();
}

/// The client's text would become a part of a program.
void note_scripts(const JsonNode& server, Reading& reading) {
  const auto command = server.member("command");
  const auto args = server.member("args");
  if (!command || !args) return;
  const std::vector<JsonNode> nodes = args->elements();
  std::vector<std::string> texts;
  for (const JsonNode& node : nodes) texts.push_back(text_at(node));
  for (std::size_t index = 0; index < nodes.size(); ++index) {
    for (const char* const reference : {kClientFolder, kClientRoot}) {
      if (texts[index].find(reference) == std::string::npos) continue;
      if (!is_script_text(text_at(*command), texts, index)) continue;
      reading.report.note(nodes[index].path,
                          std::string("has ") + reference +
                              " within the text of a program: the server cannot be used where the folder contains "
                              "blanks, quotes or other characters with a meaning there; pass it as an argument behind "
                              "the text, or as a variable in \"env\"");
    }
  }
}

}  // namespace

bool is_placeholder(std::string_view text) {
  if (has_angle_brackets(text)) return true;
  const std::string lower = base::ascii_lower(text);
  const std::size_t your = lower.find("your");
  if (your == std::string::npos) return lower == "..." || lower == "xxx" || lower == "changeme";
  const bool begins_word = your == 0 || !base::is_ascii_letter_or_digit(lower[your - 1]);
  const char next = your + 4 < lower.size() ? lower[your + 4] : '\0';
  return begins_word && (next == '_' || next == '-' || next == ' ');
}

std::optional<std::string> suspicion_about(std::string_view text) {
  if (is_dollar_name(text)) {
    const std::string name(text.substr(1));
    return "$" + name + " stays as it is; write ${" + name + "} for the variable";
  }
  const std::size_t brace = text.find("{env:");
  if (brace != std::string_view::npos && (brace == 0 || text[brace - 1] != '$')) {
    return "{env:NAME} stays as it is; write ${NAME} for the variable";
  }
  if (text == "~" || text.starts_with("~/")) return "\"~\" stays as it is; write ${HOME} for the home folder";
  for (const std::string_view working_folder : {"${PWD}", "${PWD:-", "${env:PWD}", "${env:PWD:-"}) {
    if (text.find(working_folder) == std::string_view::npos) continue;
    return "${PWD} is the folder in which the workbench was started, with --join the first client's folder for all; "
           "write "
           "${client.cwd} for the folder of each client";
  }
  if (is_placeholder(text)) return "looks like a placeholder; put the real value in its place";
  return std::nullopt;
}

void note_suspicions(const JsonNode& server, Reading& reading) {
  note_command(server, reading);
  note_scripts(server, reading);
  for (const std::string_view key : kKeysWithTexts) {
    const auto node = server.member(std::string(key));
    if (!node) continue;
    note_text(*node, reading);
    for (const JsonNode& element : node->elements()) note_text(element, reading);
    for (const JsonNodeMember& member : members_of(*node)) note_text(member.node, reading);
  }
}

}  // namespace workbench::config
