#pragma once

// What every meta-tool promises, as a suite that its author instantiates:
//
//   struct SearchTools {                                   // made for each test
//     std::string name();                                  // under which it is registered
//     std::unique_ptr<workbench::MetaTool> make(workbench::Host& host);
//     workbench::Json arguments();                         // of a call that succeeds
//     workbench::Toolboxes& toolboxes();                   // an EmptyToolboxes will often do
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(SearchTools, MetaToolContract, SearchTools);
//
// All of it inside `namespace workbench::test`.

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <workbench/meta_tool.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/odd_arguments.hpp>
#include <workbench/testing/recording_client.hpp>

namespace workbench::test {

template <typename Fixture>
class MetaToolContract : public ::testing::Test {
 protected:
  /// Whether the call is answered, once, and with nothing that would be a defect of the meta-tool.
  void expect_one_answer(Json arguments) {
    const std::string text(arguments.text().substr(0, 100));
    const std::size_t before = client.answers.size();
    meta_tool->call(client.call(std::move(arguments)));
    ASSERT_TRUE(host.run_until([&] { return client.answers.size() > before; })) << text;
    const auto* failure = std::get_if<Error>(&client.answers.back());
    EXPECT_TRUE(failure == nullptr || failure->kind != ErrorKind::internal) << failure->message << ": " << text;
  }

  void TearDown() override {
    host.run_what_is_due();
    for (const std::string& line : host.logged()) EXPECT_EQ(line.find("answered a second time"), line.npos) << line;
  }

  LoopHost host;
  Fixture fixture;
  RecordingClient client{host, fixture.toolboxes()};
  std::unique_ptr<MetaTool> meta_tool = fixture.make(host);
};

TYPED_TEST_SUITE_P(MetaToolContract);

TYPED_TEST_P(MetaToolContract, IsDefinedAsAToolOfItsNameThatTakesAnObject) {
  const Json definition = this->meta_tool->definition(this->fixture.toolboxes(), ClientProfile());
  ASSERT_TRUE(this->host.json().checked(std::string(definition.text()))) << definition.text();

  constexpr std::array<std::string_view, 2> kNames{"name", "inputSchema"};
  std::array<Json, 2> found;
  ASSERT_TRUE(this->host.json().pick(definition, kNames, found)) << definition.text();
  EXPECT_EQ(found[0].text(), '"' + this->fixture.name() + '"');
  constexpr std::array<std::string_view, 1> kType{"type"};
  std::array<Json, 1> type;
  ASSERT_TRUE(this->host.json().pick(found[1], kType, type)) << definition.text();
  EXPECT_EQ(type[0].text(), "\"object\"");
}

TYPED_TEST_P(MetaToolContract, IsDefinedAlikeHoweverOftenItIsAsked) {
  const Json first = this->meta_tool->definition(this->fixture.toolboxes(), ClientProfile());
  this->meta_tool->call(this->client.call(this->fixture.arguments()));
  const Json second = this->meta_tool->definition(this->fixture.toolboxes(), ClientProfile());
  EXPECT_EQ(first.text(), second.text());
}

TYPED_TEST_P(MetaToolContract, AnswersACallOnceWithAResultInValidJson) {
  this->expect_one_answer(this->fixture.arguments());
  ASSERT_EQ(this->client.answers.size(), 1U);
  const auto* result = std::get_if<ToolResult>(&this->client.answers.front());
  ASSERT_NE(result, nullptr) << RecordingClient::text_of(this->client.answers.front());
  for (const Json& json : {result->whole(), result->structured_object(), result->literal()}) {
    if (json.is_absent()) continue;
    EXPECT_TRUE(this->host.json().checked(std::string(json.text()))) << json.text();
  }
}

TYPED_TEST_P(MetaToolContract, AnswersOnceWhateverTheArgumentsAre) {
  for (const Json& arguments : odd_arguments()) this->expect_one_answer(arguments);
  EXPECT_EQ(this->client.answers.size(), odd_arguments().size());
}

TYPED_TEST_P(MetaToolContract, SurvivesTheCancellationOfACall) {
  this->meta_tool->call(this->client.call(this->fixture.arguments()));
  this->client.cancel();
  this->expect_one_answer(this->fixture.arguments());
}

REGISTER_TYPED_TEST_SUITE_P(MetaToolContract, IsDefinedAsAToolOfItsNameThatTakesAnObject,
                            IsDefinedAlikeHoweverOftenItIsAsked, AnswersACallOnceWithAResultInValidJson,
                            AnswersOnceWhateverTheArgumentsAre, SurvivesTheCancellationOfACall);

}  // namespace workbench::test
