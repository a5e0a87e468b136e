#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "../json/properties.hpp"
#include "json/scanner.hpp"
#include "jsonrpc/envelope.hpp"

namespace workbench::jsonrpc {

using namespace workbench::json;
namespace {

const std::string kSample =
    R"({"jsonrpc":"2.0","id":"x\u00e9-17","method":"tools/call","params":{"name":"use_tool","arguments":)"
    R"({"n":[-1.5e+3,true,null,{}],"text":"line\n)"
    "\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80"
    R"( and \"more\""}}})";

TEST(Damage, NoBeginningOfAMessageIsAMessage) {
  for (std::size_t size = 0; size != kSample.size(); ++size) {
    const std::string beginning = kSample.substr(0, size);
    const auto read = read_message(beginning, json::kMaxDepth);
    ASSERT_TRUE(std::holds_alternative<Unreadable>(read)) << beginning;
    EXPECT_EQ(std::get<Unreadable>(read).fault, Unreadable::Fault::not_json) << beginning;
    EXPECT_EQ(broken_promise(beginning), "") << beginning;
  }
}

TEST(Damage, TheIdOfABeginningIsTheIdOrNone) {
  const Id whole = std::get<Envelope>(read_message(kSample, json::kMaxDepth)).id;
  const std::size_t known_from = kSample.find(R"(,"method")");
  for (std::size_t size = 0; size != kSample.size(); ++size) {
    const Id id = salvage(std::string_view(kSample).substr(0, size)).id;
    EXPECT_TRUE(size >= known_from ? id == whole : id.is_absent()) << size;
  }
}

TEST(Damage, EverySingleByteChangedKeepsEveryPromise) {
  for (std::size_t place = 0; place != kSample.size(); ++place) {
    for (int byte = 0; byte != 256; ++byte) {
      std::string damaged = kSample;
      damaged[place] = static_cast<char>(static_cast<unsigned char>(byte));
      ASSERT_EQ(broken_promise(damaged), "") << testing::PrintToString(damaged);
    }
  }
}

TEST(Damage, AByteThatIsNeverLegalIsRefusedWhereverItStands) {
  for (const char never : {'\0', '\x01', '\x1F', '\xC0', '\xFF'}) {
    for (std::size_t place = 0; place != kSample.size(); ++place) {
      std::string damaged = kSample;
      damaged[place] = never;
      ASSERT_TRUE(check(damaged, json::kMaxDepth).has_value()) << place;
    }
  }
}

TEST(Damage, AStructuralByteLeftOutIsRefused) {
  for (std::size_t place = 0; place != kSample.size(); ++place) {
    if (std::string_view("{}[]:,").find(kSample[place]) == std::string_view::npos) continue;
    std::string damaged = kSample;
    damaged.erase(place, 1);
    EXPECT_TRUE(check(damaged, json::kMaxDepth).has_value()) << place;
  }
}

}  // namespace
}  // namespace workbench::jsonrpc
