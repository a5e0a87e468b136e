#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "config/settings/settings.hpp"
#include "config/suggestion.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

/// A word of an earlier version as a user may still have it, and what to write now.
struct Example {
  WordKind kind;
  std::string old_name;
  std::string new_name;
  std::string value;  ///< of a setting
};

const std::array kExamples = {
    Example{WordKind::setting, "frontDoors", "listeners", "stdio"},
    Example{WordKind::setting, "frontDoor.stdio.port", "listener.stdio.port", "8080"},
    Example{WordKind::setting, "frontDoor.stdio.tls.key", "listener.stdio.tls.key", "key.pem"},
    Example{WordKind::setting, "limits.parked", "limits.suspended", "1m"},
    Example{WordKind::setting, "limits.parkedCalls", "limits.suspendedCalls", "5"},
    Example{WordKind::setting, "definitions.mend", "schemaRepair", "false"},
    Example{WordKind::protocol, "handshake", "legacy", ""},
    Example{WordKind::protocol, "stateless", "modern", ""},
};

/// What is found where `word` stands in the configuration.
std::string findings_with(const Example& example, const std::string& word) {
  switch (example.kind) {
    case WordKind::setting: {
      const Folder folder;
      const auto file = folder.write("w.properties", word + " = " + example.value);
      return shown(read_settings(file, {}, environment_of({}), "/").findings, folder);
    }
    case WordKind::protocol: return ReadJson(with_server(R"({"command": "c", "protocol": ")" + word + "\"}")).findings;
  }
  return {};
}

TEST(RenamedWords, AreErrorsThatSayWhatToWrite) {
  for (const Example& example : kExamples) {
    const std::string findings = findings_with(example, example.old_name);
    if (example.kind == WordKind::setting) {
      EXPECT_EQ(findings, "w.properties:1: " + example.old_name + ": renamed; write " + example.new_name + "\n");
    } else {
      EXPECT_THAT(findings, ::testing::HasSubstr(".protocol: \"" + example.old_name + "\" was renamed; write \"" +
                                                 example.new_name + "\"\n"));
    }
  }
}

TEST(RenamedWords, AreAcceptedUnderTheirNewNames) {
  for (const Example& example : kExamples) EXPECT_EQ(findings_with(example, example.new_name), "");
}

TEST(RenamedWords, AreErrorsOnTheCommandLineToo) {
  const auto reading = read_settings({}, {{"frontDoor.http.port", "80"}}, environment_of({}), "/");
  EXPECT_EQ(shown(reading.findings, Folder()), "-D frontDoor.http.port: renamed; write listener.http.port\n");
}

TEST(RenamedWords, AreRenamedOnlyWhereTheyStood) {
  EXPECT_EQ(new_name(WordKind::setting, "handshake"), std::nullopt);
  EXPECT_EQ(new_name(WordKind::protocol, "frontDoors"), std::nullopt);
  EXPECT_EQ(new_name(WordKind::setting, "limits.parkedCallsAndMore"), std::nullopt);
}

TEST(RenamedWords, AllHaveAnExampleHere) {
  for (const RenamedWord& renamed : renamed_words()) {
    const auto is_example = [&](const Example& example) {
      const bool is_prefix = renamed.old_name.back() == '.';
      return example.kind == renamed.kind &&
             (is_prefix ? example.old_name.starts_with(renamed.old_name) : example.old_name == renamed.old_name);
    };
    EXPECT_TRUE(std::any_of(kExamples.begin(), kExamples.end(), is_example)) << renamed.old_name;
  }
}

}  // namespace
}  // namespace workbench::config
