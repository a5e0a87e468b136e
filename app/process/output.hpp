#pragma once

#include <concepts>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace workbench::app {

/// Text of several lines: line breaks are kept, all other hidden characters are written out.
struct Lines {
  std::string_view text;
};

/// JSON for programs and for people: hidden characters are written as JSON escapes, so that no value changes.
struct JsonText {
  std::string_view text;
};

/// Text for other programs, such as the result of a tool: printed byte for byte, unless the output is a terminal.
struct Payload {
  std::string_view text;
};

/// The output of the program. Nearly every text may come from a server, a client or a repository, so hidden characters
/// and line breaks of every text are written out (see base/visible_text.hpp), whatever its source. Only literals of the
/// program are printed unchanged; the types above are for other kinds of text. No other part of the program writes to
/// standard output or standard error, except for the log. Not tied to a thread.
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

  /// Pointers are refused, too: one may point to a literal with line breaks, or to a text of a server.
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

/// The standard output and the standard error of the process. [startup, loop thread]
[[nodiscard]] Output& standard_output();
[[nodiscard]] Output& standard_error();

}  // namespace workbench::app
