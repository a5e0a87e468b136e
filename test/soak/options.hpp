#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace soak {

/// The command line of a program: `--NAME=NUMBER`, and `--help`. read() each option that there is, then ask whether
/// they are valid.
class Options {
 public:
  Options(int argc, char** argv) : words_(argv + 1, argv + argc) {}

  void read(const std::string& name, const std::string& meaning, std::uint64_t& value) {
    help_ += "  --" + name + "=" + std::to_string(value) + "   " + meaning + "\n";
    const std::string begin = "--" + name + "=";
    std::erase_if(words_, [&](const std::string& word) {
      if (!word.starts_with(begin) || word.size() == begin.size() ||
          word.find_first_not_of("0123456789", begin.size()) != std::string::npos) {
        return false;
      }
      value = std::stoull(word.substr(begin.size()));
      return true;
    });
  }

  template <class Period>
  void read(const std::string& name, const std::string& meaning, std::chrono::duration<std::int64_t, Period>& value) {
    auto count = static_cast<std::uint64_t>(value.count());
    read(name, meaning, count);
    value = std::chrono::duration<std::int64_t, Period>(static_cast<std::int64_t>(count));
  }

  void read(const std::string& name, const std::string& meaning, std::string& value) {
    help_ += "  --" + name + "=" + value + "   " + meaning + "\n";
    const std::string begin = "--" + name + "=";
    std::erase_if(words_, [&](const std::string& word) {
      if (!word.starts_with(begin)) return false;
      value = word.substr(begin.size());
      return true;
    });
  }

  /// False: there is another word, or `--help`; prints the options.
  [[nodiscard]] bool are_valid() const {
    if (words_.empty()) return true;
    std::printf("Options, with their defaults:\n%s", help_.c_str());
    return false;
  }

 private:
  std::vector<std::string> words_;
  std::string help_;
};

/// The main function of a program: reads its settings, and runs it if they are valid. What it throws is its failure.
template <typename Settings, typename Read, typename Run>
int run_program(int argc, char** argv, Read read, Run run) {
  Settings settings;
  Options options(argc, argv);
  read(options, settings);
  if (!options.are_valid()) return 64;
  try {
    return run(settings);
  } catch (const std::exception& problem) {
    std::printf("FAILED: %s\n", problem.what());
    return 1;
  }
}

}  // namespace soak
