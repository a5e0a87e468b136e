#pragma once

#include <concepts>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace workbench::app {

/// Text of several lines: its line breaks stay, everything else that is hidden in it is written out.
struct Lines {
  std::string_view text;
};

/// JSON for programs and for people: hidden characters are written in JSON's own escapes, so that every value stays.
struct JsonText {
  std::string_view text;
};

/// Text that a program reads unchanged, such as the result of a tool: to the byte, unless a terminal shows it.
struct Payload {
  std::string_view text;
};

/// Where the program prints. Nearly every text that it prints may be of a server, a client or a repository, so all are
/// made visible (see base/visible_text.hpp), each in one line, whatever their source. Only literals of the program are
/// printed unchanged; a caller that wants something else uses one of the types above. No other part of the program
/// writes to its standard output or standard error, except for the log. Not tied to a thread.
class Output {
 public:
  /// `stream` must outlive it. `is_terminal`: the stream is a terminal.
  explicit Output(std::ostream& stream, bool is_terminal = false) : stream_(stream), is_terminal_(is_terminal) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  template <std::size_t size>
  Output& operator<<(const char (&literal)[size]) {
    return write({literal, size - 1});
  }
  /// An array that is not a literal has to be converted to a string_view of the characters to print.
  template <std::size_t size>
  Output& operator<<(char (&characters)[size]) = delete;

  /// Nor has a pointer: it may be to a literal with line breaks, or to a text that is not ours.
  template <std::same_as<const char*> Pointer>
  Output& operator<<(const Pointer& characters) = delete;

  Output& operator<<(std::string_view text);
  Output& operator<<(char character);
  template <std::integral Number>
  Output& operator<<(Number number) {
    return write(std::to_string(number));
  }
  template <std::same_as<std::filesystem::path> Path>
  Output& operator<<(const Path& path) {
    return *this << std::string_view(path.native());
  }

  Output& operator<<(Lines lines);
  Output& operator<<(JsonText json);
  Output& operator<<(Payload payload);
  /// std::flush and std::endl.
  Output& operator<<(std::ostream& (*manipulator)(std::ostream&));

  Output& flush();

  /// Whether everything could be written so far.
  [[nodiscard]] explicit operator bool() const;
  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

 private:
  Output& write(std::string_view bytes);

  std::ostream& stream_;
  const bool is_terminal_;
};

/// Of the process. [startup, loop thread]
[[nodiscard]] Output& standard_output();
[[nodiscard]] Output& standard_error();

}  // namespace workbench::app
