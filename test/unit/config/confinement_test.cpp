// Entries that ask for confinement, which the workbench cannot do yet.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A file with the server `s`, whose entry has these members, and another one.
std::string file_with(const std::string& members) {
  return R"({"toolboxes":{"t":{"description":"d","mcpServers":{"s":{"command":"x",)" + members +
         R"(},"other":{"command":"y"}}}}})";
}

class AsksForConfinement : public testing::TestWithParam<const char*> {};

TEST_P(AsksForConfinement, SoThatItsServerAndNoOtherIsNotStarted) {
  const ReadJson read(file_with(GetParam()));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_THAT(read.server(0).unusable.value_or(""), HasSubstr("asks for confinement, which"));
  EXPECT_FALSE(read.server(1).unusable);
}

TEST_P(AsksForConfinement, WhichIsAnErrorWithPlaceReasonAndRemedy) {
  const ReadJson read(file_with(GetParam()));
  const auto is_error = [](const Finding& one) { return one.severity == Finding::Severity::entry_error; };
  const auto& findings = read.reading.findings;
  const auto found = std::find_if(findings.begin(), findings.end(), is_error);
  ASSERT_NE(found, findings.end()) << read.findings;
  EXPECT_THAT(found->text, AllOf(HasSubstr("config.json:1:"), HasSubstr("$.toolboxes.t.mcpServers.s.sandbox"),
                                 HasSubstr("the workbench cannot do yet"), HasSubstr("remove \"sandboxEnabled\"")));
}

INSTANTIATE_TEST_SUITE_P(AnEntry, AsksForConfinement,
                         testing::Values(R"("sandboxEnabled":true)", R"("sandboxEnabled":"yes")",
                                         R"("sandboxEnabled":1)", R"("sandbox":{"network":{}})", R"("sandbox":true)",
                                         R"("sandbox":["x"])", R"("sandbox":"docker")",
                                         R"("sandboxEnabled":false,"sandbox":{"network":{}})"));

class AsksForNone : public testing::TestWithParam<const char*> {};

TEST_P(AsksForNone, SoThatItsServerIsStarted) {
  const ReadJson read(file_with(GetParam()));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_FALSE(read.server(0).unusable);
  for (const Finding& finding : read.reading.findings) EXPECT_EQ(finding.severity, Finding::Severity::note);
}

INSTANTIATE_TEST_SUITE_P(AnEntry, AsksForNone,
                         testing::Values(R"("sandboxEnabled":false)", R"("sandbox":{})",
                                         R"("sandboxEnabled":false,"sandbox":{})", R"("sandbox":null)",
                                         R"("sandbox":"")", R"("sandbox":[])"));

TEST(AnEntryThatIsOff, MayAskForConfinement) {
  for (const char* off : {R"("disabled":true,"sandboxEnabled":true)", R"("sandboxEnabled":true,"disabled":true)",
                          R"("sandboxEnabled":true,"enabled":false)"}) {
    const ReadJson read(file_with(off));
    ASSERT_TRUE(read.reading.config) << off;
    EXPECT_EQ(read.server(0).name, "other");
    for (const Finding& finding : read.reading.findings) EXPECT_EQ(finding.severity, Finding::Severity::note) << off;
  }
}

TEST(AnOptionOfATransport, MayHaveTheNameOfAKeyOfOtherClients) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["stdio"].push_back({"sandbox", OptionType::text, false, "How it is confined."});
  const ReadJson read(file_with(R"("sandbox":"strict")"), {}, vocabulary);
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_FALSE(read.server(0).unusable);
}

}  // namespace
}  // namespace workbench::config
