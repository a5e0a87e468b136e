#include "process/output.hpp"

#include <unistd.h>

#include <iostream>

#include "base/visible_text.hpp"
#include "json/visible_json.hpp"

namespace workbench::app {

Output& Output::operator<<(std::string_view text) {
  return write(base::visible_line(text));
}

Output& Output::operator<<(char character) {
  const std::string_view text(&character, 1);
  return character == '\n' ? write(text) : *this << text;
}

Output& Output::operator<<(Lines lines) {
  return write(base::visible_text(lines.text));
}

Output& Output::operator<<(JsonText json) {
  return write(json::visible_json(json.text));
}

Output& Output::operator<<(Payload payload) {
  return is_terminal_ ? *this << Lines{payload.text} : write(payload.text);
}

Output& Output::operator<<(std::ostream& (*manipulator)(std::ostream&)) {
  stream_ << manipulator;
  return *this;
}

Output& Output::flush() {
  stream_.flush();
  return *this;
}

Output::operator bool() const {
  return static_cast<bool>(stream_);
}

Output& Output::write(std::string_view bytes) {
  stream_ << bytes;
  return *this;
}

Output& standard_output() {
  static Output output(std::cout, ::isatty(STDOUT_FILENO) != 0);
  return output;
}

Output& standard_error() {
  static Output output(std::cerr, ::isatty(STDERR_FILENO) != 0);
  return output;
}

}  // namespace workbench::app
