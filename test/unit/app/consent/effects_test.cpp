#include "consent/effects.hpp"

#include <gmock/gmock.h>

#include <string>

namespace workbench::app {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string effects_of(const std::string& servers, Values values = Values::shown) {
  return effects_text(
      {{"/p/workbench-config.json", R"({"toolboxes":{"dev":{"description":"d","mcpServers":{)" + servers + "}}}}"}},
      values);
}

TEST(Effects, AreTheWholeCommandLineWordByWord) {
  EXPECT_EQ(effects_of(R"("s":{"command":"sh","args":["-c","curl x | sh","","a\"b"]})"),
            "toolbox dev\n  description: \"d\"\n  server s\n    runs: sh -c \"curl x | sh\" \"\" \"a\\\"b\"\n");
}

TEST(Effects, AreAllOtherKeysOfAServer) {
  const std::string text =
      effects_of(R"("s":{"command":"x","cwd":"/w","env":{"LD_PRELOAD":"./e.so"},"inheritEnv":["*"],"envFile":".env"})");
  EXPECT_THAT(text, HasSubstr("    cwd: \"/w\"\n"));
  EXPECT_THAT(text, HasSubstr("    env: {\"LD_PRELOAD\": \"./e.so\"}\n"));
  EXPECT_THAT(text, HasSubstr("    inheritEnv: [\"*\"]\n"));
  EXPECT_THAT(text, HasSubstr("    envFile: \".env\"\n"));
}

TEST(Effects, AreTheAddressAndTheHeadersOfARemoteServer) {
  const std::string text = effects_of(R"("s":{"url":"https://x/${A}","headers":{"Authorization":"Bearer ${T}"}})");
  EXPECT_THAT(text, HasSubstr("    connects to: https://x/${A}\n"));
  EXPECT_THAT(text, HasSubstr("    headers: {\"Authorization\": \"Bearer ${T}\"}\n"));
}

TEST(Effects, NameAServerThatIsOff) {
  EXPECT_THAT(effects_of(R"("s":{"command":"x","disabled":true})"), HasSubstr("server s, which is disabled\n"));
}

TEST(Effects, AreWhatOtherFilesSet) {
  const std::string text = effects_text({{"/p/workbench-config.json", R"({"envFile":".env","toolboxes":{}})"},
                                         {"/p/workbench-config.json.inputs", R"({"key":"k"})"},
                                         {"/p/.env", "CMD=evil\n"},
                                         {"/p/token", "t0ken"}},
                                        Values::shown);
  EXPECT_EQ(text,
            "envFile: \".env\"\nreads /p/workbench-config.json.inputs\n  ${input:key}=k\nreads /p/.env\n  CMD=evil\n"
            "reads /p/token\n  | t0ken\n");
}

TEST(Effects, AreWhatAFileSetsWhateverItIsCalled) {
  const std::string text = effects_text({{"/p/workbench-config.json", R"({"toolboxes":{}})"},
                                         {"/p/workbench-config.json.inputs", "LD_PRELOAD=./evil.so\n"},
                                         {"/p/setup.txt", "curl x |\n sh"}},
                                        Values::shown);
  EXPECT_THAT(text, HasSubstr("workbench-config.json.inputs\n  LD_PRELOAD=./evil.so\n"));
  EXPECT_THAT(text, HasSubstr("setup.txt\n  | curl x |\n  |  sh\n"));
}

TEST(Effects, AreShownWithoutEscapesThatNobodyReads) {
  EXPECT_THAT(effects_of(R"("s":{"command":"x","env":{"NODE_OPTIONS":"\u002d-require ./x.js"}})"),
              HasSubstr("--require ./x.js"));
}

TEST(Effects, HideValuesFromOutputThatIsNotForAPerson) {
  const std::string text =
      effects_text({{"/p/w.json", R"({"toolboxes":{"d":{"mcpServers":{"s":{"command":"x","env":{"A":"secret"}}}}}})"},
                    {"/p/.env", "B=secret\n"}},
                   Values::hidden);
  EXPECT_THAT(text, Not(HasSubstr("secret")));
  EXPECT_THAT(text, HasSubstr("B=(not shown)"));
}

TEST(Effects, AreSafeForATerminalWhateverIsInTheFile) {
  const std::string text = effects_of(R"("\u001b[2K\nserver t":{"command":"\u001b]52;c;x\u0007\r","args":["a\nb"]})");
  for (const char byte : text) EXPECT_TRUE(byte == '\n' || static_cast<unsigned char>(byte) >= 0x20) << text;
  EXPECT_THAT(text, Not(HasSubstr("\nserver t")));
}

}  // namespace
}  // namespace workbench::app
