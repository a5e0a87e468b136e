#include "protocol/input_responses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace {

using namespace workbench;
using testing::HasSubstr;

struct Responding {
  const char* method;
  const char* response;
  const char* fault;  ///< in the error; empty: it is valid

  friend std::ostream& operator<<(std::ostream& out, const Responding& row) {
    return out << row.method << " with " << row.response;
  }
};

constexpr const char* kElicitation = "elicitation/create";
constexpr const char* kSampling = "sampling/createMessage";
constexpr const char* kRoots = "roots/list";

class AnInputResponse : public testing::TestWithParam<Responding> {};

INSTANTIATE_TEST_SUITE_P(
    All, AnInputResponse,
    testing::Values(
        Responding{kElicitation, R"({"action":"accept"})", ""},
        Responding{kElicitation, R"({"action":"accept","content":{"n":1.0,"of":["a"]},"_meta":{},"more":1})", ""},
        Responding{kElicitation, R"({"action":"decline","content":null})", ""},
        Responding{kElicitation, R"({"action":"\u0063ancel"})", ""},
        Responding{kElicitation, R"({"action":"Accept"})", "action must be"},
        Responding{kElicitation, R"({"action":["accept"]})", "action must be"},
        Responding{kElicitation, R"({"action":"accept","content":[]})", "content must be an object"},
        Responding{kElicitation, R"({"code":-1,"message":"no"})", "action must be"},
        Responding{kElicitation, "7", "it must be an object"},
        Responding{kSampling, R"({"role":"assistant","content":{"type":"text","text":""},"model":"m"})", ""},
        Responding{kSampling, R"({"role":"user","content":[],"model":"","stopReason":"endTurn"})", ""},
        Responding{kSampling, R"({"role":"system","content":{},"model":"m"})", "role must be"},
        Responding{kSampling, R"({"content":{},"model":"m"})", "role must be"},
        Responding{kSampling, R"({"role":"assistant","content":"text","model":"m"})", "content must be"},
        Responding{kSampling, R"({"role":"assistant","model":"m"})", "content must be"},
        Responding{kSampling, R"({"role":"assistant","content":{}})", "model must be a string"},
        Responding{kSampling, "null", "it must be an object"}, Responding{kRoots, R"({"roots":[]})", ""},
        Responding{kRoots, R"({"roots":[{"uri":"file:///a","name":"a"},{"uri":"file:///b"}]})", ""},
        Responding{kRoots, "{}", "roots must be an array"},
        Responding{kRoots, R"({"roots":{}})", "roots must be an array"},
        Responding{kRoots, R"({"roots":["file:///a"]})", "each of roots must be"},
        Responding{kRoots, R"({"roots":[{"uri":"file:///a"},{"name":"b"}]})", "each of roots must be"},
        Responding{kRoots, "[]", "it must be an object"}, Responding{"acme/ask", R"("anything")", ""},
        Responding{"acme/ask", "null", ""}));

TEST_P(AnInputResponse, IsCheckedByTheMethodThatItRespondsTo) {
  const Responding& row = GetParam();
  const auto checked = protocol::check_input_response({row.method, {}}, Json(std::string(row.response)));
  if (std::string(row.fault).empty()) {
    EXPECT_TRUE(checked) << checked.error().message;
  } else {
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, ErrorKind::invalid_argument);
    EXPECT_THAT(checked.error().message, HasSubstr(row.fault));
  }
}

}  // namespace
