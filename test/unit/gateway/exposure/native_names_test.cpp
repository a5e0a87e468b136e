#include "gateway/exposure/native_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace {

using namespace workbench;

std::string parts(std::string_view name) {
  const auto tool = gateway::split_registered_name(name);
  return tool ? tool->toolbox + "|" + tool->server + "|" + tool->tool : "none";
}

TEST(ARegisteredName, IsSplitAtItsFirstTwoSeparators) {
  EXPECT_EQ(parts("dev__filesystem__read_file"), "dev|filesystem|read_file");
  EXPECT_EQ(parts("test__server__my__special__tool"), "test|server|my__special__tool");
  EXPECT_EQ(parts("dev__files___hidden"), "dev|files|_hidden");
}

TEST(ARegisteredName, NeedsThreePartsThatAreNotEmpty) {
  EXPECT_EQ(parts("invalid"), "none");
  EXPECT_EQ(parts("dev__filesystem_read_file"), "none");
  EXPECT_EQ(parts("__filesystem__read_file"), "none");
  EXPECT_EQ(parts("dev____read_file"), "none");
  EXPECT_EQ(parts("dev__filesystem__"), "none");
}

TEST(ARegisteredName, IsWholeWhereItFitsOrNoLimitIsKnown) {
  EXPECT_EQ(gateway::registered_name({"dev", "files", "read"}, 16), "dev__files__read");
  EXPECT_EQ(gateway::registered_name({"dev", "files", "read"}, {}), "dev__files__read");
}

TEST(ARegisteredName, IsWhatModelsApisAcceptWhateverTheNamesAre) {
  const auto is_accepted = [](const std::string& name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), gateway::is_native_character) &&
           std::string("-0123456789").find(name.front()) == std::string::npos;
  };
  std::set<std::string> names;
  for (const char* part :
       {"read", "Create CIFS Share", "github/git_commit", "a.b", "a_b", "\u67e5\u8be2", "na\u00efve", "a\"b", "2fa",
        "-dash", "back\\slash", "tab\tin", "a:b", "$x", "Home Assistant (Local)", "My Tools (dev)"}) {
    for (const std::optional<std::size_t> limit : {std::optional<std::size_t>(), std::optional<std::size_t>(47)}) {
      for (const ToolIdentifier& tool :
           {ToolIdentifier{part, "s", "t"}, ToolIdentifier{"b", part, "t"}, ToolIdentifier{"b", "s", part},
            ToolIdentifier{"b", "s", std::string(90, 'x') + part}}) {
        const std::string name = gateway::registered_name(tool, limit);
        EXPECT_TRUE(is_accepted(name)) << name;
        const bool is_whole = name == tool.toolbox + "__" + tool.server + "__" + tool.tool;
        EXPECT_TRUE(is_whole || gateway::has_fingerprint(name)) << name;
        EXPECT_TRUE(limit.has_value() || names.insert(name).second) << name << " names two tools";
      }
    }
  }
}

TEST(ARegisteredName, ThatIsTooLongIsCutAndStaysDifferentFromOthers) {
  const std::string one = gateway::registered_name({"dev", "files", std::string(80, 'r') + "1"}, 48);
  const std::string other = gateway::registered_name({"dev", "files", std::string(80, 'r') + "2"}, 48);
  EXPECT_EQ(one.size(), 48U);
  EXPECT_NE(one, other);
  EXPECT_EQ(one.substr(0, 39), std::string(39, 'r')) << "there is no room for anything but the tool's own name";
}

/// Without the fingerprint.
std::string readable_part(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes) {
  const std::string name = gateway::registered_name(tool, max_bytes);
  EXPECT_LE(name.size(), max_bytes.value_or(64));
  EXPECT_TRUE(gateway::has_fingerprint(name)) << name;
  return name.substr(0, name.size() - 9);
}

TEST(ARegisteredName, ThatIsTooLongKeepsTheNameOfTheToolAndCutsTheOthers) {
  EXPECT_EQ(readable_part({"a-toolbox-for-development", "a-server-for-everything", "create_pull_request"}, 48),
            "a-toolbo__a-server__create_pull_request");
  EXPECT_EQ(readable_part({"a-toolbox-for-development", "git", "create_pull_request"}, 40),
            "a-too__git__create_pull_request");
  EXPECT_EQ(readable_part({"dev", "a-server-for-everything", "create_pull_request"}, 48),
            "dev__a-server-for-__create_pull_request");
  EXPECT_EQ(readable_part({std::string(30, 'b'), std::string(30, 's'), "create_pull_request"}, {}),
            std::string(16, 'b') + "__" + std::string(16, 's') + "__create_pull_request");
  EXPECT_EQ(readable_part({"b", "s", std::string(60, 't')}, {}), std::string(55, 't'));
}

TEST(ARegisteredName, ThatBeginsWithADigitOrAHyphenGetsAnUnderscore) {
  EXPECT_EQ(readable_part({"2fa", "s", "t"}, {}), "_2fa__s__t");
  EXPECT_EQ(readable_part({"-", "s", "t"}, {}), "_-__s__t");
  EXPECT_EQ(readable_part({"dev", "s", std::string(60, '7')}, 40), "_" + std::string(30, '7'));
  EXPECT_EQ(gateway::registered_name({"b2", "2fa", "3rd"}, {}), "b2__2fa__3rd");
  EXPECT_EQ(parts("2fa__s__t"), "2fa|s|t") << "clients may still call it by the name that it had";
}

TEST(ARegisteredName, OfWideCharactersIsCutWithinItsLimit) {
  std::string name = "x";
  for (int count = 0; count < 40; ++count) name += "\u00e9";
  const std::string cut = gateway::registered_name({"dev", "files", name}, 48);
  EXPECT_LE(cut.size(), 48U);
  EXPECT_TRUE(gateway::has_fingerprint(cut)) << cut;
}

}  // namespace
