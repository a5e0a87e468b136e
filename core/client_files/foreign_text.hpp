#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Texts of other clients' entries: their ways to write a variable, and what people leave in them by mistake.

namespace workbench::client_files {

/// What the translation of a text depends on. Servers and shells also replace `${NAME}` and `$NAME`, so these are
/// variables only where the client replaces them. All other forms can mean only one thing, and are read everywhere.
struct TextRules {
  std::string_view client = {};          ///< its title; empty: not known, and every form is a variable
  bool braces_are_variable = true;       ///< ${NAME}, ${NAME:-default}
  bool dollar_is_variable = false;       ///< $NAME
  bool replaces_nothing = false;         ///< nor ${KIND:...}
  bool has_files = true;                 ///< {file:PATH}
  bool runs_commands = false;            ///< $(COMMAND)
  std::vector<std::string> inputs = {};  ///< of these ids, ${input:ID} stays what it is
  std::filesystem::path project = {};    ///< what ${workspaceFolder} stands for; empty: the folder of whichever client
  std::vector<std::string> of_server = {};  ///< variables that the entry sets for its server, which may replace them
  bool is_ours = false;                     ///< the text is of our own file, and stays as it is
};

struct TranslatedText {
  std::string text;
  std::vector<std::string> errors;  ///< `what is wrong; what to do`: the text does not mean here what it meant there
  std::vector<std::string> notes;   ///< what was changed so that it does
};

/// Writes variables as `${NAME}`: `${env:NAME}`, `{env:NAME}`, `${input:my-id}` (MY_ID), `${{ secrets.NAME }}`,
/// `${userHome}`, `~/` at the beginning. What the client passes on as it is stays as it is, with `$${` for `${`. What
/// stands for the folder of the project, or for the one in which the client was started, is different for each client
/// of a shared workbench: it becomes `rules.project`, or else `${client.root}` and `${client.cwd}`.
[[nodiscard]] TranslatedText translate_text(std::string_view text, const TextRules& rules);

/// The name of a variable for words of any kind: "github-token" becomes GITHUB_TOKEN.
[[nodiscard]] std::string variable_name(std::string_view words);

/// The words of a command line, quotes and backslashes as a shell has them.
[[nodiscard]] std::vector<std::string> words_of(const std::string& command_line);

}  // namespace workbench::client_files
