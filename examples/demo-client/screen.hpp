#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::demo_client {

/// Standard output for a person: plain text, broken into lines of moderate length, with colours on a terminal that can
/// show them, and never when NO_COLOR is set. Control characters are shown as blanks.
class Screen {
 public:
  Screen();

  void heading(std::string_view text);
  void paragraph(std::string_view text);

  /// Rows of two cells; the second is broken into lines under itself.
  using Row = std::array<std::string, 2>;
  void table(const std::vector<Row>& rows);

  /// The call that is made, in one line.
  void request(std::string_view text);
  void answer(std::string_view text, bool is_right, double milliseconds);

  /// One message of the protocol as it is; `direction` is an arrow.
  void message(std::string_view direction, std::string_view text);

 private:
  enum class Style { plain, bold, faint, good, bad };

  void write(Style style, std::string_view text) const;

  const bool has_colours_;
};

}  // namespace workbench::demo_client
