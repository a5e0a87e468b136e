#include "process/output.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <type_traits>

#include "hidden_text.hpp"

namespace workbench::app {
namespace {

using test_support::hostile_text;
using test_support::raw_in;

struct Printed {
  explicit Printed(bool is_terminal = false) : output(stream, is_terminal) {}

  std::ostringstream stream;
  Output output;
};

TEST(Output, PrintsTextsOfItsOwnAsTheyAre) {
  Printed printed;
  printed.output << "\r\x1b[K" << 'a' << '\n' << 5 << std::string_view(" b") << std::string(" c");
  EXPECT_EQ(printed.stream.str(), "\r\x1b[Ka\n5 b c");
}

TEST(Output, PrintsOtherTextsInOneLineWithNothingHidden) {
  Printed printed;
  printed.output << std::string("a\nb\x1b[2J\u202e") << std::filesystem::path("/\x07");
  EXPECT_EQ(printed.stream.str(), "a\\nb\\u{1B}[2J\\u{202E}/\\u{7}");
}

TEST(Output, KeepsLineBreaksWhereTheyAreWanted) {
  Printed printed;
  printed.output << Lines{"a\nb\x1b\r"};
  EXPECT_EQ(printed.stream.str(), "a\nb\\u{1B}\\r");
}

TEST(Output, WritesJsonThatIsEqualForAProgram) {
  Printed printed;
  printed.output << JsonText{"{\"a\":\"\u202e\"}\n"};
  EXPECT_EQ(printed.stream.str(), "{\"a\":\"\\u202e\"}\n");
}

TEST(Output, WritesAPayloadToTheByteUnlessATerminalShowsIt) {
  Printed file;
  Printed terminal(true);
  file.output << Payload{"\x1b\xFF\n"};
  terminal.output << Payload{"\x1b\xFF\n"};
  EXPECT_EQ(file.stream.str(), "\x1b\xFF\n");
  EXPECT_EQ(terminal.stream.str(), "\\u{1B}\\xFF\n");
}

TEST(Output, HasNoOtherWayForATextThatIsNotItsOwn) {
  Printed printed;
  printed.output << hostile_text() << std::string_view(hostile_text()) << Lines{hostile_text()}
                 << JsonText{hostile_text()};
  EXPECT_TRUE(raw_in(printed.stream.str()).empty());
  EXPECT_FALSE((std::is_convertible_v<Output&, std::ostream&>));
}

}  // namespace
}  // namespace workbench::app
