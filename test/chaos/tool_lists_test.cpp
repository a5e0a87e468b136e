// Lists of tools that do not end, are very long, have odd names, or change all the time.

#include "scene.hpp"

namespace {

using namespace chaos;

class AList : public testing::TestWithParam<Era> {};
INSTANTIATE_TEST_SUITE_P(Eras, AList, testing::Values(Era::legacy, Era::modern),
                         [](const auto& row) { return name_of(row.param); });

std::size_t count_of_tools(const std::string& opened) {
  return tools_in(opened).size();
}

TEST_P(AList, WithoutEndEndsWithWhatItHas) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--tools", "4", "--endless-pages"})));
  Caller affected(scene.port(), GetParam());
  EXPECT_EQ(count_of_tools(affected.open("wild")), 4U);
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AList, WhoseCursorRepeatsEnds) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--tools", "4", "--pages", "2", "--repeat-cursor"})));
  Caller affected(scene.port(), GetParam());
  EXPECT_EQ(count_of_tools(affected.open("wild")), 4U);
  affected.leave("wild");
  scene.expect_unharmed();
}

// "Clients MUST treat cursors as opaque tokens" ("server/utilities/pagination").
TEST_P(AList, WhoseConstantCursorMakesProgressIsReadToItsEnd) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--tools", "40", "--pages", "8", "--constant-cursor"})));
  Caller affected(scene.port(), GetParam());
  EXPECT_EQ(count_of_tools(affected.open("wild")), 40U);
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AList, OfTenThousandToolsIsReadToItsEnd) {
  for (const char* pages : {"1", "400"}) {
    SCOPED_TRACE(pages);
    Scene scene(fake_server("s", of_era(GetParam(), {"--tools", "10000", "--tool", "echo", "--pages", pages})));
    Caller affected(scene.port(), GetParam());
    const std::string opened = affected.open("wild");
    EXPECT_EQ(member(first_text(opened), "servers_connected"), "1") << opened.substr(0, 500);
    EXPECT_EQ(count_of_tools(opened), 10001U);
    EXPECT_EQ(affected.use_text("wild", "s", "tool_9999"), "tool_9999");
    affected.prove("wild", "s");
    affected.leave("wild");
    // What the list has left between things that stay goes back to the system when the heap is trimmed the next time.
    scene.expect_unharmed({.resident_growth_kib = 20UL * 1024});
  }
}

TEST_P(AList, OfMoreToolsThanTheLimitEndsThereWithWhatItHas) {
  const std::vector<std::vector<std::string>> servers{{"--tool", "echo", "--tools", "10000"},
                                                      {"--tool", "echo", "--large-tool", "10", "--endless-pages"}};
  for (const std::vector<std::string>& options : servers) {
    SCOPED_TRACE(options.back());
    Scene scene(fake_server("s", of_era(GetParam(), options)), {"-D", "limits.toolsPerServer=50"});
    Caller affected(scene.port(), GetParam());
    const std::string opened = affected.open("wild");
    EXPECT_EQ(count_of_tools(opened), 50U);
    EXPECT_THAT(first_text(opened), HasSubstr("more than 50 tools (limits.toolsPerServer)"));
    affected.leave("wild");
    scene.expect_unharmed();
  }
}

TEST_P(AList, ThatChangesInAStormIsAnsweredAndHarmsNoOther) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--list-changed-storm", "200"})));
  Caller affected(scene.port(), GetParam());
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(member(first_text(affected.open("wild")), "servers_connected"), "1");
    affected.prove("wild", "s");
  }
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AList, ThatChangesInAStormWithoutACallHarmsNoOther) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--list-changed-by-call", "none"})));
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  const std::string change = line(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  const std::string answer = line(R"({"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"fine"}]}})");
  EXPECT_EQ(affected.use_text("wild", "s", "write", write_arguments({{change, 50'000}, {answer}, {change, 50'000}})),
            "fine");
  EXPECT_EQ(member(first_text(affected.open("wild")), "servers_connected"), "1");
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

class AListIn : public testing::TestWithParam<std::tuple<std::string, Era>> {};
INSTANTIATE_TEST_SUITE_P(
    AMode, AListIn, testing::Combine(testing::Values("dynamic", "flat"), testing::Values(Era::legacy, Era::modern)),
    [](const auto& row) { return std::get<0>(row.param) + "_" + name_of(std::get<1>(row.param)); });

TEST_P(AListIn, ThatListsToolsNativelyIsReadThroughAStorm) {
  const auto& [mode, era] = GetParam();
  const std::vector<std::string> storm{"--tools", "2000", "--tool", "echo", "--pages", "10", "--list-changed-storm",
                                       "50"};
  Scene scene(fake_server("s", of_era(era, storm)), {}, {}, {}, mode);
  Caller affected(scene.port(), era);
  affected.open("wild");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(affected.request("tools/list"), HasSubstr("open_toolbox"));
    affected.prove("wild", "s");
  }
  affected.leave("wild");
  scene.expect_unharmed();
}

struct Name {
  const char* what;
  std::string name;  ///< raw JSON string
  bool is_callable = true;
  std::string shown = name;  ///< as clients are shown it, and call it
};

const std::vector<Name>& names() {
  static const std::vector<Name> kNames{
      {"Empty", "\"\"", false},
      {"VeryLong", test_support::quoted(std::string(100'000, 'n')), false},
      {"WithControlCharacters", R"("a\u0000b\u001b[31m\n\t")", true, R"("a\\u{0}b\\u{1B}[31m\n\t")"},
      {"WithSlashes", R"("../../a/b\\c")"},
      {"WithDots", R"("..")"},
      {"WithBlanks", R"("  ")"},
      {"WithQuotes", R"("a\"b'c`")"},
      {"WithTheSeparator", R"("a__b__c__")"},
      {"InUnicode", "\"\u00e4\u4e2d\U0001F600\""},
      {"WithCombiningCharacters", "\"e\u0301\u202e\ufeff\"", true, "\"e\u0301\\\\u{202E}\\\\u{FEFF}\""},
      {"WithALoneSurrogate", R"("\ud800")", false},
      {"LikeAMetaTool", R"("use_tool")"},
      {"OfAnObjectsPrototype", R"("__proto__")"},
  };
  return kNames;
}

TEST_P(AList, WithOddAndDuplicateNamesIsCalledByThemAndHarmsNoOther) {
  std::vector<std::string> options{"--tool", "echo"};
  for (const Name& name : names()) {
    const std::string definition = "{\"name\":" + name.name + R"(,"inputSchema":{"type":"object"}})";
    options.insert(options.end(), {"--raw-tool", definition, "--raw-tool", definition});
  }
  Scene scene(fake_server("s", of_era(GetParam(), options)));
  Caller affected(scene.port(), GetParam());
  const std::string opened = affected.open("wild");
  EXPECT_EQ(count_of_tools(opened), names().size() - 1)
      << "without the empty and the very long name, with echo: " << opened.substr(0, 3000);
  for (const Name& name : names()) {
    SCOPED_TRACE(name.what);
    const std::string called = affected.call(
        "use_tool", R"({"tool":{"toolbox":"wild","server":"s","tool":)" + name.shown + R"(},"arguments":{}})");
    EXPECT_EQ(member(called, "isError"), name.is_callable ? "" : "true") << called.substr(0, 500);
  }
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

}  // namespace
