// What a request must name, so that it is known to which server it goes.

#include <ostream>

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

struct Naming {
  const char* method;
  const char* missing;             ///< the members of params without the one that names something
  const char* member;              ///< what an error names
  std::vector<std::string> wrong;  ///< members of params that name nothing
  std::vector<std::string> right;  ///< members that do

  friend std::ostream& operator<<(std::ostream& out, const Naming& row) { return out << row.method; }
};

class ARequestOfAMethod : public Fixture, public testing::WithParamInterface<Naming> {
 protected:
  /// Both eras, for the same members.
  void send_in_both_eras(const std::string& members) {
    const std::string beginning = members.empty() ? "" : members + ",";
    send(request("1", GetParam().method, "{" + beginning + modern_meta() + "}"));
    if (!session_->has_session()) {
      send(request("9", "initialize",
                   R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})"));
    }
    send(request("2", GetParam().method, "{" + members + "}"));
  }
  [[nodiscard]] std::string response_to(const std::string& id) const {
    for (auto line = received_.messages.rbegin(); line != received_.messages.rend(); ++line) {
      if (line->starts_with(R"({"jsonrpc":"2.0","id":)" + id + ",")) return *line;
    }
    return {};
  }
};

INSTANTIATE_TEST_SUITE_P(OfEachMethod, ARequestOfAMethod,
                         testing::Values(Naming{"resources/read",
                                                R"("other":"x:y")",
                                                "params.uri must be a string",
                                                {R"("uri":5)", R"("uri":null)", R"("uri":["x:y"])",
                                                 R"("uri":{"uri":"x:y"})", R"("uri":true)"},
                                                {R"("uri":"x:y")", R"("uri":"")"}},
                                         Naming{
                                             "prompts/get",
                                             R"("arguments":{})",
                                             "params.name must be a string",
                                             {R"("name":5)", R"("name":null)", R"("name":["greet"])", R"("name":{})"},
                                             {R"("name":"greet")"}},
                                         Naming{"completion/complete",
                                                R"("argument":{"name":"a","value":""})",
                                                "params.ref must be an object",
                                                {R"("ref":"greet")", R"("ref":null)", R"("ref":[])"},
                                                {R"("ref":{"type":"ref/prompt","name":"greet"})",
                                                 R"("ref":{"type":"ref/resource","uri":"x:{y}"})"}}),
                         [](const auto& row) {
                           const std::string method = row.param.method;
                           return method.substr(0, method.find('/'));
                         });

TEST_P(ARequestOfAMethod, ThatNamesNothingIsRefusedAndReachesNoServer) {
  send_in_both_eras(GetParam().missing);
  for (const char* id : {"1", "2"}) {
    EXPECT_THAT(response_to(id), HasSubstr(R"("error":{"code":-32602,"message":")" + std::string(GetParam().method) +
                                           ": " + GetParam().member));
  }
  EXPECT_TRUE(backend_.forwarded.empty());
}

TEST_P(ARequestOfAMethod, ThatNamesItInAnotherTypeIsRefusedAndReachesNoServer) {
  for (const std::string& wrong : GetParam().wrong) {
    send_in_both_eras(wrong);
    for (const char* id : {"1", "2"}) {
      EXPECT_THAT(response_to(id), HasSubstr(R"("error":{"code":-32602,"message":")" + std::string(GetParam().method) +
                                             ": " + GetParam().member))
          << wrong;
    }
    received_.messages.clear();
  }
  EXPECT_TRUE(backend_.forwarded.empty());
}

TEST_P(ARequestOfAMethod, ThatNamesItPasses) {
  for (const std::string& right : GetParam().right) send_in_both_eras(right);
  EXPECT_EQ(backend_.forwarded.size(), 2 * GetParam().right.size());
}

TEST_F(Fixture, ACompletionIsRefusedIfItsReferenceIsOfNoKindThatThereIs) {
  initialize("2025-11-25");
  const auto refusal = [this](const std::string& reference) {
    send(request("1", "completion/complete", R"({"argument":{"name":"a","value":""},"ref":)" + reference + "}"));
    return last();
  };
  EXPECT_THAT(refusal(R"({"type":"ref/tool","name":"t"})"), HasSubstr(R"(params.ref.type must be \"ref/prompt\" or)"));
  EXPECT_THAT(refusal(R"({"name":"greet"})"), HasSubstr("params.ref.type must be"));
  EXPECT_THAT(refusal(R"({"type":"ref/prompt","uri":"x:y"})"), HasSubstr("params.ref.name must be a string"));
  EXPECT_THAT(refusal(R"({"type":"ref/resource","uri":7})"), HasSubstr("params.ref.uri must be a string"));
  EXPECT_TRUE(backend_.forwarded.empty());
}

}  // namespace
