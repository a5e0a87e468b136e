#include "config/toolboxes_file/script_text.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace workbench::config {
namespace {

enum class Flag {
  c_cluster,    ///< -c, also with other letters before it: -lc
  word,         ///< one of the words of the row
  rest_of_line  ///< none: all arguments that are not options
};

/// A family of interpreters, and the options that make them run a text.
struct Interpreter {
  std::array<std::string_view, 9> names;
  Flag flag;
  std::array<std::string_view, 6> words;
  bool takes_rest;     ///< all arguments behind the text belong to it
  bool may_have_file;  ///< the first argument that is not an option is the program, and the options behind it are its
                       ///< own
};

// Further interpreters and options go here.
constexpr std::array kInterpreters{
    Interpreter{
        {"sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "mksh", "busybox"}, Flag::c_cluster, {}, false, true},
    Interpreter{{"su", "runuser", "script", "sg", "flock", "nsenter"}, Flag::word, {"-c", "--command"}, false, false},
    Interpreter{{"cmd"}, Flag::word, {"/c", "/k", "/r"}, true, false},
    Interpreter{{"powershell", "pwsh"}, Flag::word, {"-c", "-command", "/c", "/command"}, true, false},
    Interpreter{{"python", "pypy"}, Flag::c_cluster, {}, false, true},
    Interpreter{{"node", "nodejs", "bun", "deno", "tsx"},
                Flag::word,
                {"-e", "--eval", "-p", "--print", "-pe", "eval"},
                false,
                true},
    Interpreter{
        {"perl", "ruby", "lua", "julia", "osascript"}, Flag::word, {"-e", "-E", "-ne", "-pe", "-le"}, false, true},
    Interpreter{{"php", "r", "rscript", "groovy", "elixir"}, Flag::word, {"-r", "-e", "--eval"}, false, true},
    Interpreter{{"ssh", "eval"}, Flag::rest_of_line, {}, true, false},
};

/// The name of a program without its folder, its version and `.exe`.
std::string program_name(std::string_view command) {
  command.remove_prefix(std::min(command.find_last_of("/\\") + 1, command.size()));
  std::string name = base::ascii_lower(command);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  while (!name.empty() && (base::is_ascii_digit(name.back()) || name.back() == '.')) name.pop_back();
  return name;
}

const Interpreter* interpreter_named(std::string_view word) {
  const std::string name = program_name(word);
  if (name.empty()) return nullptr;
  const auto found = std::find_if(kInterpreters.begin(), kInterpreters.end(), [&](const Interpreter& one) {
    return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
  });
  return found == kInterpreters.end() ? nullptr : &*found;
}

/// Where the text begins in an argument that is, or begins with, an option to run one: its size if the text is the next
/// argument; npos: it is not such an option.
std::size_t end_of_flag(const Interpreter& interpreter, std::string_view argument) {
  if (interpreter.flag == Flag::rest_of_line) return argument.starts_with('-') ? std::string_view::npos : 0;
  if (interpreter.flag == Flag::c_cluster) {
    if (argument.starts_with("--command=")) return std::string_view("--command=").size();
    if (argument == "--command") return argument.size();
    if (!argument.starts_with('-') || argument.starts_with("--")) return std::string_view::npos;
    const std::size_t c = argument.find('c');
    const bool is_cluster = c != std::string_view::npos &&
                            std::all_of(argument.begin() + 1, argument.begin() + static_cast<std::ptrdiff_t>(c),
                                        base::is_ascii_letter_or_digit);
    return is_cluster ? c + 1 : std::string_view::npos;
  }
  const std::string lower = base::ascii_lower(argument);
  for (const std::string_view word : interpreter.words) {
    if (word.empty()) continue;
    if (argument == word || lower == word) return argument.size();
    if (argument.starts_with(word) && word.starts_with("-") &&
        (!word.starts_with("--") || argument[word.size()] == '=')) {
      return word.size() + (word.starts_with("--") ? 1 : 0);
    }
  }
  return std::string_view::npos;
}

}  // namespace

bool is_script_text(std::string_view command, const std::vector<std::string>& args, std::size_t index) {
  const Interpreter* interpreter = interpreter_named(command);
  bool follows_option = false;
  for (std::size_t at = 0; at <= index && at < args.size(); ++at) {
    const std::string& argument = args[at];
    // The options behind a module are its own.
    if (interpreter != nullptr && interpreter->names.front() == "python" && argument == "-m") {
      interpreter = nullptr;
      continue;
    }
    const std::size_t end = interpreter == nullptr ? std::string_view::npos : end_of_flag(*interpreter, argument);
    if (end != std::string_view::npos) {
      if (at == index) return end < argument.size();
      if (interpreter->takes_rest) return true;
      if (end == argument.size()) {  // a shell takes more options before the text: -c -x TEXT
        do ++at;
        while (at < index && (args[at].starts_with('-') || args[at].starts_with('+')));
        if (at == index) return true;
      }
      interpreter = nullptr;  // what follows the text are its arguments
    } else if (const Interpreter* const other = interpreter_named(argument)) {
      interpreter = other;
    } else if (interpreter != nullptr && interpreter->may_have_file && !follows_option && !argument.starts_with('-')) {
      interpreter = nullptr;
    }
    follows_option = argument.starts_with('-');
  }
  return false;
}

bool is_plain_in_scripts(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view("/._-+@,:").find(byte) != std::string_view::npos;
  });
}

}  // namespace workbench::config
