#include "servers/scripts.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "servers/package_words.hpp"

namespace workbench::servers {
namespace {

namespace fs = std::filesystem;

/// An interpreter, and its options that bring the program themselves: there is no file of it then.
struct Interpreter {
  std::string_view name;
  std::array<std::string_view, 2> program_options;
};

constexpr std::array<Interpreter, 21> kInterpreters{Interpreter{"node", {"-e", "--eval"}},
                                                    {"nodejs", {"-e", "--eval"}},
                                                    {"tsx", {"-e", "--eval"}},
                                                    {"ts-node", {"-e", "--eval"}},
                                                    {"bun", {"-e", "--eval"}},
                                                    {"deno", {"eval", {}}},
                                                    {"python", {"-m", "-c"}},
                                                    {"pypy", {"-m", "-c"}},
                                                    {"ruby", {"-e", {}}},
                                                    {"java", {}},
                                                    {"perl", {"-e", "-E"}},
                                                    {"php", {"-r", {}}},
                                                    {"lua", {"-e", {}}},
                                                    {"dotnet", {}},
                                                    {"sh", {"-c", {}}},
                                                    {"bash", {"-c", {}}},
                                                    {"dash", {"-c", {}}},
                                                    {"zsh", {"-c", {}}},
                                                    {"fish", {"-c", "--command"}},
                                                    {"rscript", {"-e", {}}},
                                                    {"julia", {"-e", "--eval"}}};

/// Programs that run the program in their arguments. Runners of packages and images are none: they bring it.
constexpr std::array<std::string_view, 5> kWrappers{"env", "nice", "sudo", "uv", "bundle"};

/// Endings of files that are programs.
constexpr std::array<std::string_view, 20> kProgramEndings{".js",  ".mjs", ".cjs", ".ts",  ".mts",  ".cts", ".py",
                                                           ".pyz", ".rb",  ".sh",  ".jar", ".php",  ".pl",  ".lua",
                                                           ".dll", ".ps1", ".r",   ".jl",  ".wasm", ".exs"};

bool is_regular(const fs::path& file) {
  std::error_code failed;
  return fs::is_regular_file(file, failed);
}

bool has_program_ending(const fs::path& file) {
  const std::string ending = base::ascii_lower(file.extension().string());
  return std::find(kProgramEndings.begin(), kProgramEndings.end(), ending) != kProgramEndings.end();
}

/// Looks at the words of a command, from left to right.
class ScriptSearch {
 public:
  ScriptSearch(std::string_view command, fs::path folder) : folder_(std::move(folder)) { look_at_program(command); }

  /// The first file of an interpreter is its program. What follows a package, an image or a module are data.
  [[nodiscard]] bool is_script(const std::string& word) {
    const fs::path file = folder_ / file_in(word);
    const bool is_value = std::exchange(is_value_, false);
    if (file_in(word).empty()) return false;
    if (!is_regular(file)) {
      note_word(word);
      return false;
    }
    if (state_ == State::wrapper && is_executable(file)) {
      state_ = State::program_known;
      look_at_program(word);
      if (interpreter_ != nullptr) return false;  // upgrades replace it
    }
    const bool is_first = state_ == State::interpreter && !word.starts_with('-') && !is_value;
    if (is_first) state_ = State::program_known;
    return is_first || has_program_ending(file) || is_executable(file);
  }

 private:
  enum class State {
    wrapper,        ///< one of the next words is the program that is run
    interpreter,    ///< the next file is its program
    program_known,  ///< further files are scripts only by what they are
  };

  void look_at_program(std::string_view command) {
    const std::string name = plain_name_of(command);
    const auto* const found =
        std::find_if(kInterpreters.begin(), kInterpreters.end(), [&](const auto& one) { return one.name == name; });
    interpreter_ = found == kInterpreters.end() ? nullptr : found;
    if (interpreter_ != nullptr) {
      state_ = State::interpreter;
    } else if (base::contains(kWrappers, name)) {
      state_ = State::wrapper;
    }
  }

  void note_word(const std::string& word) {
    is_value_ = word == "--env-file" || word == "--env-file-if-exists";
    if (state_ == State::wrapper) return look_at_program(word);
    const bool brings_program =
        state_ == State::interpreter && base::contains(interpreter_->program_options, std::string_view(word));
    if (brings_program) state_ = State::program_known;
  }

  const fs::path folder_;
  State state_ = State::program_known;
  const Interpreter* interpreter_ = nullptr;  // null: there is none
  bool is_value_ = false;                     // the next word is that of an option which takes a data file
};

}  // namespace

std::string plain_name_of(std::string_view command) {
  std::string name = base::ascii_lower(file_name_of(command));
  while (!name.empty() && (base::is_ascii_digit(name.back()) || name.back() == '.')) name.pop_back();
  return name;
}

bool is_executable(const fs::path& file) {
  return is_regular(file) && ::access(file.c_str(), X_OK) == 0;
}

std::string_view file_in(std::string_view word) {
  const std::size_t equals = word.starts_with('-') ? word.find('=') : std::string_view::npos;
  return equals == std::string_view::npos ? word : word.substr(equals + 1);
}

std::vector<std::size_t> scripts_among(const Options::TextList& args, std::string_view command,
                                       const fs::path& folder) {
  ScriptSearch search(command, folder);
  std::vector<std::size_t> scripts;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (search.is_script(args[i])) scripts.push_back(i);
  }
  return scripts;
}

}  // namespace workbench::servers
