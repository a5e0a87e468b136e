#include "client_files/foreign_text.hpp"

#include <boost/token_functions.hpp>
#include <boost/tokenizer.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/variables.hpp"

namespace workbench::client_files {
namespace {

bool is_name_byte(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_';
}

std::string reference(std::string_view name) {
  return std::string("${").append(name).append("}");
}

/// What stands for the folder of the project: of VS Code and those who followed it, Gemini CLI, and Claude Code, which
/// sets the last one for its servers.
constexpr std::array<std::string_view, 5> kProject = {"workspaceFolder", "workspaceRoot", "fileWorkspaceFolder",
                                                      "workspacePath", "CLAUDE_PROJECT_DIR"};
/// Names of the folder in which the client was started.
constexpr std::array<std::string_view, 2> kStartFolder = {"cwd", "PWD"};

/// Translates one text from its beginning to its end.
class Translator {
 public:
  Translator(std::string_view text, const TextRules& rules) : text_(text), rules_(rules) {}

  TranslatedText run() {
    replace_tilde();
    while (at_ < text_.size()) {
      if (!pass_github_style() && !pass_command() && !pass_braces() && !pass_opencode_style() && !pass_dollar_name()) {
        result_.text += text_[at_++];
      }
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  /// Neither a client nor a server replaces it: no shell is involved.
  void replace_tilde() {
    if (text_ != "~" && !text_.starts_with("~/")) return;
    result_.text = "${HOME}";
    result_.notes.emplace_back("\"~\" is the home folder only in a shell; written as ${HOME}");
    at_ = 1;
  }

  /// `${{ secrets.NAME }}`, as Continue has it.
  bool pass_github_style() {
    if (!rest().starts_with("${{")) return false;
    const std::size_t end = rest().find("}}");
    if (end == std::string_view::npos) return false;
    std::string_view inside = config::trimmed(rest().substr(3, end - 3), " \t");
    inside.remove_prefix(std::min(inside.rfind('.') + 1, inside.size()));
    const std::string name = variable_name(inside);
    if (name.empty()) return false;
    result_.text += reference(name);
    at_ += end + 2;
    return true;
  }

  /// `$(COMMAND)` where the client runs it, as a shell does.
  bool pass_command() {
    if (!rules_.runs_commands || !rest().starts_with("$(")) return false;
    result_.errors.push_back("$(...) is a command that " + std::string(rules_.client) +
                             " runs, and has no meaning here; write its output, or ${NAME} for a variable");
    result_.text += "$(";
    at_ += 2;
    return true;
  }

  /// `${...}`, as VS Code and those who followed it have it.
  bool pass_braces() {
    if (!rest().starts_with("${")) return false;
    const std::size_t end = rest().find('}');
    if (end == std::string_view::npos) {
      if (rules_.braces_are_variable) {
        result_.errors.emplace_back("${ without a closing }; close it, or write $${ for the characters ${");
      }
      result_.text += "$${";
      at_ += 2;
      return true;
    }
    const std::string_view inside = rest().substr(2, end - 2);
    at_ += end + 1;
    if (const auto reason = reason_to_keep(inside)) {
      keep(inside, *reason);
    } else if (auto known = meaning_of(inside)) {
      result_.text += *known;
    } else if (!has_form_of_client(inside)) {
      keep(inside, std::string(rules_.client) + " passes it on as it is");
    } else {
      result_.errors.push_back(
          shown(inside) + " has no meaning here; write the value itself, or ${NAME} for a variable of the environment");
      result_.text.append("$${").append(inside).append("}");
    }
    return true;
  }

  /// Whether `${inside}` has a meaning for the client: of one that has no variables in braces, only `${KIND:...}`.
  [[nodiscard]] bool has_form_of_client(std::string_view inside) const {
    if (rules_.braces_are_variable) return true;
    const std::size_t colon = inside.find(':');
    if (rules_.replaces_nothing || colon == std::string_view::npos || colon + 1 == inside.size()) return false;
    return std::string_view("-+=?").find(inside[colon + 1]) == std::string_view::npos;  // these are of a shell
  }

  static std::string shown(std::string_view inside) {
    if (config::is_variable_name(inside)) return reference(inside);
    const std::string_view kind = inside.substr(0, inside.find(':'));
    const bool can_be_shown = !kind.empty() && std::all_of(kind.begin(), kind.end(), is_name_byte);
    return can_be_shown ? "${" + std::string(kind) + "...}" : std::string("${...}");
  }

  /// Why the client passes `${inside}` on as it is. Absent: it does not.
  [[nodiscard]] std::optional<std::string> reason_to_keep(std::string_view inside) const {
    const std::string_view name = inside.substr(0, inside.find(":-"));
    if (!config::is_variable_name(name)) return std::nullopt;
    const bool is_folder =
        base::contains(kProject, name) || inside == "userHome" || inside == "workspaceFolderBasename";
    if (is_folder || inside == "pathSeparator") return std::nullopt;
    if (inside == name && base::contains(rules_.of_server, std::string(name))) {
      return "the entry sets it for its server, which may replace it";
    }
    if (!rules_.braces_are_variable) return std::string(rules_.client) + " passes it on as it is";
    return std::nullopt;
  }

  void keep(std::string_view inside, const std::string& reason) {
    result_.text.append("$${").append(inside).append("}");
    result_.notes.push_back(shown(inside) + " stays, because " + reason + "; for the variable, write one $ less");
  }

  std::optional<std::string> meaning_of(std::string_view inside) {
    constexpr std::string_view kEnv = "env:";
    constexpr std::string_view kInput = "input:";
    if (inside.starts_with(kInput)) {
      if (base::contains(rules_.inputs, std::string(inside.substr(kInput.size())))) return reference(inside);
      const std::string name = variable_name(inside.substr(kInput.size()));
      result_.notes.push_back("${input:...} asks a user; here it is the variable " + name +
                              ", which the environment or an envFile has to set");
      return reference(name);
    }
    if (inside == "workspaceFolderBasename") {
      return rules_.project.empty() ? std::nullopt : std::optional(rules_.project.filename().string());
    }
    if (inside == "userHome") return "${HOME}";
    if (inside == "/" || inside == "pathSeparator") return "/";
    if (inside.starts_with(kEnv)) inside.remove_prefix(kEnv.size());
    const std::size_t separator = std::min(inside.find(":-"), inside.size());
    const std::string_view name = inside.substr(0, separator);
    if (auto folder = folder_of(name)) return folder;
    const std::string_view fallback = inside.substr(separator);
    if (!config::is_variable_name(name) || fallback.find("${") != std::string_view::npos) return std::nullopt;
    return reference(inside);
  }

  /// Absent: the variable does not stand for a folder of the client.
  std::optional<std::string> folder_of(std::string_view name) {
    const bool is_project = base::contains(kProject, name);
    if (!is_project && !base::contains(kStartFolder, name)) return std::nullopt;
    if (!rules_.project.empty()) return rules_.project.string();
    const std::string placeholder = is_project ? config::kClientRoot : config::kClientFolder;
    result_.notes.push_back("${" + std::string(name) + "} is written as " + placeholder +
                            ", which is a folder of each client's own");
    return placeholder;
  }

  /// `{env:NAME}`, as opencode has it.
  bool pass_opencode_style() {
    constexpr std::string_view kEnv = "{env:";
    constexpr std::string_view kFile = "{file:";
    const std::size_t end = rest().find('}');
    if (end == std::string_view::npos) return false;
    if (rest().starts_with(kFile) && rules_.has_files) {
      result_.errors.emplace_back("{file:...} has no meaning here; put the value into an envFile and write ${NAME}");
      result_.text.append(rest().substr(0, end + 1));
      at_ += end + 1;
      return true;
    }
    if (!rest().starts_with(kEnv)) return false;
    const std::string_view name = rest().substr(kEnv.size(), end - kEnv.size());
    if (!config::is_variable_name(name)) return false;
    append_variable(name);
    at_ += end + 1;
    return true;
  }

  void append_variable(std::string_view name) {
    const auto folder = folder_of(name);
    result_.text += folder ? *folder : reference(name);
  }

  /// `$NAME`: where the client would have replaced it, or, of an unknown client, a whole text in capitals, which hardly
  /// means anything else.
  bool pass_dollar_name() {
    if (text_[at_] != '$') return false;
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_name_byte(text_[end])) ++end;
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (!config::is_variable_name(name)) return false;
    if (!rules_.dollar_is_variable && !is_meant_as_variable(name, end)) return false;
    append_variable(name);
    at_ = end;
    return true;
  }

  bool is_meant_as_variable(std::string_view name, std::size_t end) {
    const bool is_all = at_ == 0 && end == text_.size();
    if (!is_all || std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; })) return false;
    const std::string written = "$" + std::string(name);
    if (rules_.client.empty()) {
      result_.notes.push_back(written + " without braces is not replaced; written as " + reference(name));
      return true;
    }
    result_.notes.push_back(written + " stays, because " + std::string(rules_.client) +
                            " passes it on as it is; for the variable, write " + reference(name));
    return false;
  }

  std::string_view text_;
  const TextRules& rules_;
  std::size_t at_ = 0;
  TranslatedText result_;
};

}  // namespace

TranslatedText translate_text(std::string_view text, const TextRules& rules) {
  if (rules.is_ours) return {std::string(text), {}, {}};
  return Translator(text, rules).run();
}

std::string variable_name(std::string_view words) {
  std::string name;
  for (const char byte : words) {
    const bool is_lower = byte >= 'a' && byte <= 'z';
    name += is_lower ? static_cast<char>(byte - 'a' + 'A') : (is_name_byte(byte) ? byte : '_');
  }
  if (!name.empty() && base::is_ascii_digit(name.front())) name.insert(0, 1, '_');
  return name;
}

std::vector<std::string> words_of(const std::string& command_line) {
  std::vector<std::string> words;
  try {
    using Separator = boost::escaped_list_separator<char>;
    for (const std::string& word : boost::tokenizer<Separator>(command_line, Separator("\\", " \t", "\"'"))) {
      if (!word.empty()) words.push_back(word);
    }
  } catch (const boost::escaped_list_error&) {
    return {command_line};
  }
  return words;
}

}  // namespace workbench::client_files
