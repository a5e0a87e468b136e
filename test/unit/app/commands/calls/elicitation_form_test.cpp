// How a person answers on a terminal what a server asks.

#include "commands/calls/elicitation_form.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

#include <workbench/testing/loop_host.hpp>

namespace workbench::app {
namespace {

using testing::HasSubstr;

constexpr const char* kParams = R"json({"message":"Who are you?","requestedSchema":{"type":"object",
  "required":["name"],"properties":{
    "name":{"type":"string","description":"Your name"},
    "age":{"type":"integer"},
    "sure":{"type":"boolean","default":true},
    "color":{"type":"string","enum":["r","g"],"enumNames":["Red","Green"]},
    "days":{"type":"array","items":{"type":"string","enum":["mo","tu","we"]}}}}})json";

/// The form, and a pipe instead of a terminal.
struct TypedForm {
  TypedForm() {
    int pipe[2];
    EXPECT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    form.emplace(host.loop(), FileDescriptor(pipe[0]), output);
    keyboard = FileDescriptor(pipe[1]);
  }

  void type(const std::string& text) const {
    EXPECT_EQ(::write(keyboard.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  /// The ElicitResult after `text` has been typed.
  std::string answer(const std::string& text) {
    form->begin(Json(kParams), [this](const Json& answered) { result = std::string(answered.text()); });
    type(text);
    EXPECT_TRUE(host.run_until([this] { return !result.empty(); }));
    return result;
  }

  test::LoopHost host;
  std::ostringstream shown;
  Output output{shown};
  FileDescriptor keyboard;
  std::string result;
  std::optional<ElicitationForm> form;
};

TEST(ElicitationForm, AsksForEachFieldAndAcceptsWithTheAnswersInTheirTypes) {
  TypedForm form;
  EXPECT_EQ(form.answer("y\nAda\n36\nno\n2\nmo, 3\n"),
            R"({"action":"accept","content":{"name":"Ada","age":36,"sure":false,"color":"g","days":["mo","we"]}})");
  EXPECT_THAT(form.shown.str(), HasSubstr("The server asks: Who are you?"));
  EXPECT_THAT(form.shown.str(), HasSubstr("name (string, required): Your name"));
  EXPECT_THAT(form.shown.str(), HasSubstr("2) g  Green"));
}

TEST(ElicitationForm, AnEmptyLineMeansTheDefaultOrLeavesTheFieldOut) {
  TypedForm form;
  EXPECT_EQ(form.answer("\nAda\n\n\n\n\n"), R"({"action":"accept","content":{"name":"Ada","sure":true}})");
}

TEST(ElicitationForm, AsksAgainForWhatIsRequiredOrOfTheWrongType) {
  TypedForm form;
  EXPECT_EQ(form.answer("y\n\nAda\nold\n36\n\nblue\nr\n\n"),
            R"({"action":"accept","content":{"name":"Ada","age":36,"sure":true,"color":"r"}})");
  EXPECT_THAT(form.shown.str(), HasSubstr("It is required."));
  EXPECT_THAT(form.shown.str(), HasSubstr("It must be of type integer."));
  EXPECT_THAT(form.shown.str(), HasSubstr(R"(It must be one of "r", "g".)"));
}

TEST(ElicitationForm, CanBeDeclinedAndCancelled) {
  EXPECT_EQ(TypedForm().answer("n\n"), R"({"action":"decline"})");
  EXPECT_EQ(TypedForm().answer("what\nc\n"), R"({"action":"cancel"})");
}

TEST(ElicitationForm, TheEndOfTheInputCancels) {
  TypedForm form;
  form.type("y\nAda\n");
  form.keyboard.close();
  form.form->begin(Json(kParams), [&form](const Json& answered) { form.result = std::string(answered.text()); });
  EXPECT_TRUE(form.host.run_until([&form] { return !form.result.empty(); }));
  EXPECT_EQ(form.result, R"({"action":"cancel"})");
}

TEST(ElicitationForm, IsAnsweredNoMoreOnceItWasWithdrawn) {
  TypedForm form;
  form.form->begin(Json(kParams), [](const Json&) { FAIL() << "answered"; });
  form.form->withdraw();
  EXPECT_THAT(form.shown.str(), HasSubstr("has withdrawn its request"));
  EXPECT_EQ(form.answer("n\n"), R"({"action":"decline"})");  // the next one is
}

}  // namespace
}  // namespace workbench::app
