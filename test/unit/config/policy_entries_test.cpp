// What people decide: `approve`, `labels` and `lock` of the toolboxes file, and the hints that it corrects.

#include <gmock/gmock.h>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The text of a file whose three places have these further members, each with a comma at its end, or empty.
std::string with_members(std::string_view file, std::string_view toolbox, std::string_view server) {
  return "{" + std::string(file) + R"("toolboxes": {"t": {)" + std::string(toolbox) +
         R"("description": "d", "mcpServers": {"s": {)" + std::string(server) + R"("command": "run"}}}}})";
}

const CallPolicy& policy_of(const ReadJson& read) {
  EXPECT_EQ(read.findings, "");
  return read.reading.config.value().toolboxes.at(0).policies.at("s");
}

std::string finding_about_server(std::string_view members) {
  return ReadJson(with_members("", "", members)).findings;
}

TEST(Approve, JoinsFileToolboxAndServer) {
  const ReadJson read(with_members(R"("approve": ["destructive:"], )", R"("approve": ["create_*", "flow:"], )",
                                   R"("approve": ["send"], )"));
  EXPECT_THAT(policy_of(read).approve, ElementsAre("destructive:", "create_*", "flow:", "send"));
}

TEST(Approve, TakesBackLastAtEachPlaceSoThatTheOrderThereDoesNotMatter) {
  const ReadJson read(with_members(R"("approve": ["!a*", "*"], )", "", R"("approve": ["!b", "abc"], )"));
  EXPECT_THAT(policy_of(read).approve, ElementsAre("*", "!a*", "abc", "!b"));
}

TEST(Approve, IsAbsentWhereNothingIsDemanded) {
  const ReadJson read(with_members("", R"("approve": [], )", R"("labels": [], )"));
  EXPECT_EQ(read.findings, "");
  EXPECT_THAT(read.reading.config.value().toolboxes.at(0).policies, IsEmpty());
}

TEST(Approve, OfAToolboxConcernsAllItsServersAndNoOther) {
  const ReadJson read(R"({"toolboxes": {
    "a": {"approve": ["x"], "description": "d", "mcpServers": {"one": {"command": "c"}, "two": {"command": "c"}}},
    "b": {"description": "d", "mcpServers": {"one": {"command": "c"}}}}})");
  ASSERT_EQ(read.findings, "");
  const auto& toolboxes = read.reading.config.value().toolboxes;
  EXPECT_EQ(toolboxes[0].policies.size(), 2U);
  EXPECT_THAT(toolboxes[1].policies, IsEmpty());
}

TEST(Approve, AsksWhetherAWordWithoutItsColonIsAName) {
  EXPECT_THAT(finding_about_server(R"("approve": ["destructive"], )"),
              HasSubstr(R"(s.approve[0]: is the name of a tool; did you mean "destructive:"? (a tool of this name is )"
                        R"("name:destructive"))"));
  EXPECT_THAT(finding_about_server(R"("approve": ["!flow"], )"), HasSubstr(R"(did you mean "flow:"?)"));
  EXPECT_EQ(finding_about_server(R"("approve": ["name:flow", "destructive_*"], )"), "");
}

TEST(Approve, RefusesWhatToolFiltersRefuse) {
  EXPECT_THAT(finding_about_server(R"("approve": ["bad"], )"), HasSubstr("is not a valid tool filter: no such filter"));
  EXPECT_THAT(finding_about_server(R"("approve": ["!"], )"), HasSubstr("is empty; name a tool"));
  EXPECT_THAT(finding_about_server(R"("approve": ["flow:x"], )"), HasSubstr(R"(which takes none; write "flow:")"));
  EXPECT_THAT(finding_about_server(R"("approve": "x", )"), HasSubstr("must be an array of strings, not a string"));
  EXPECT_THAT(finding_about_server(R"("approve": [1], )"), HasSubstr("must be a string"));
}

TEST(Approve, OfTheFileWithAnErrorIsUsedByNothing) {
  EXPECT_FALSE(ReadJson(with_members(R"("approve": ["bad"], )", "", "")).reading.config.has_value());
}

TEST(Approve, ChangesNoServerSoThatNoneIsRestarted) {
  const ReadJson before(with_members("", "", ""));
  const ReadJson after(with_members(R"("approve": ["x"], )", "", R"("labels": ["sends"], "approve": ["y"], )"));
  EXPECT_EQ(before.server(), after.server());
  EXPECT_NE(*before.reading.config, *after.reading.config);
}

TEST(Labels, OfAToolReplaceThoseOfItsServer) {
  const ReadJson read(with_members("", "", R"("labels": ["private", "sends"], "tools": {
    "public": {"labels": ["untrusted"]}, "plain": {"labels": []}, "named": {"title": "x"}}, )"));
  const CallPolicy& policy = policy_of(read);
  EXPECT_EQ(policy.labels, (FlowLabels{.is_private = true, .sends = true}));
  EXPECT_THAT(policy.tool_labels, ElementsAre(testing::Pair("plain", FlowLabels{}),
                                              testing::Pair("public", FlowLabels{.is_untrusted = true})));
}

TEST(Labels, RefuseOtherWords) {
  EXPECT_THAT(finding_about_server(R"("labels": ["secret"], )"),
              HasSubstr(R"(s.labels[0]: unknown label "secret"; use "private")"));
  EXPECT_THAT(finding_about_server(R"("tools": {"x": {"labels": {}}}, )"),
              HasSubstr("s.tools.x.labels: must be an array of strings"));
}

TEST(LockKey, OfAToolboxReplacesThatOfTheFile) {
  const auto lock_of = [](std::string_view file, std::string_view toolbox) {
    const ReadJson read(with_members(file, toolbox, ""));
    EXPECT_EQ(read.findings, "");
    return read.server().lock;
  };
  EXPECT_EQ(lock_of("", ""), "");
  EXPECT_EQ(lock_of(R"("lock": "block", )", ""), "block");
  EXPECT_EQ(lock_of(R"("lock": "block", )", R"("lock": "off", )"), "off");
  EXPECT_EQ(lock_of("", R"("lock": "warn", )"), "warn");
}

TEST(LockKey, RefusesOtherWordsAndIsNoKeyOfAServer) {
  EXPECT_THAT(ReadJson(with_members(R"("lock": "on", )", "", "")).findings,
              HasSubstr(R"($.lock: unknown value "on"; use "off", "warn" or "block")"));
  EXPECT_THAT(finding_about_server(R"("lock": "off", )"), HasSubstr("unknown key"));
}

TEST(LockKey, IsRefusedWithTheObjectionToItWhereverItAsksForAReview) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.lock_objection = "has no effect";
  const auto findings = [&](std::string_view file, std::string_view toolbox) {
    return ReadJson(with_members(file, toolbox, ""), {}, vocabulary).findings;
  };
  EXPECT_THAT(findings(R"("lock": "block", )", ""), HasSubstr(R"($.lock: "block" has no effect)"));
  EXPECT_THAT(findings("", R"("lock": "warn", )"), HasSubstr(R"(.lock: "warn" has no effect)"));
  EXPECT_EQ(findings(R"("lock": "off", )", ""), "");
}

TEST(CorrectedHints, AreThoseThatAreWritten) {
  const ReadJson read(
      with_members("", "", R"("tools": {"x": {"annotations": {"readOnlyHint": true, "openWorldHint": false}}}, )"));
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.server().tools.at(0).annotations,
            (AnnotationsEntry{.read_only_hint = true, .open_world_hint = false}));
}

TEST(CorrectedHints, RefuseOtherKeysAndTypes) {
  const auto about = [](std::string_view annotations) {
    return finding_about_server(R"("tools": {"x": {"annotations": )" + std::string(annotations) + "}}, ");
  };
  EXPECT_THAT(about(R"({"readonlyHint": true})"),
              HasSubstr(R"(x.annotations.readonlyHint: unknown key; did you mean "readOnlyHint"?)"));
  EXPECT_THAT(about(R"({"readOnlyHint": "yes"})"), HasSubstr("must be true or false"));
  EXPECT_THAT(about("[]"), HasSubstr("must be an object"));
}

}  // namespace
}  // namespace workbench::config
