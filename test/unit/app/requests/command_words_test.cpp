// The command lines that answer requests of operators.

#include "requests/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words_of(std::string_view method, const std::string& params) {
  const auto command = command_words(method, Json(params));
  return command ? command->with({"-c", "f"}) : std::vector<std::string>{};
}

TEST(CommandWords, PutWhatIsNamedBehindTheOptions) {
  EXPECT_THAT(words_of("workbench/doctor", R"({"toolbox":"dev","server":"s"})"),
              ElementsAre("doctor", "--json", "-c", "f", "--", "dev/s"));
  EXPECT_THAT(words_of("workbench/doctor", "{}"), ElementsAre("doctor", "--json", "-c", "f"));
  EXPECT_THAT(words_of("workbench/check", "{}"), ElementsAre("--check", "-c", "f"));
  EXPECT_THAT(words_of("workbench/explain", R"({"host":"x@1"})"),
              ElementsAre("explain", "--json", "--host=x@1", "-c", "f"));
  EXPECT_THAT(words_of("workbench/lock", R"({"server":"dev/s"})"),
              ElementsAre("lock", "--diff", "--json", "-c", "f", "--", "dev/s"));
}

TEST(CommandWords, AreRefusedIfTheyCouldBeOptionsOrSeveralWords) {
  for (const char* name : {R"("-c")", R"("--help")", R"("a\u0000b")", R"("a\nb")", R"("")", "1", "[]"}) {
    EXPECT_THAT(words_of("workbench/explain", std::string(R"({"tool":)") + name + "}"), IsEmpty()) << name;
    EXPECT_THAT(words_of("workbench/doctor", std::string(R"({"toolbox":)") + name + "}"), IsEmpty()) << name;
  }
  EXPECT_THAT(words_of("workbench/explain", R"({"tool":"t","host":"h"})"), IsEmpty());
  EXPECT_THAT(words_of("workbench/doctor", R"({"server":"s"})"), IsEmpty());
}

TEST(CommandWords, AcceptOnlyAWholeHash) {
  const std::string hash = "sha256:" + std::string(64, 'a');
  EXPECT_THAT(words_of("workbench/lock/accept", R"({"name":"dev/s/t","expect":")" + hash + "\"}"),
              ElementsAre("lock", "--accept", "--json", "--expect=" + hash, "-c", "f", "--", "dev/s/t"));
  EXPECT_THAT(words_of("workbench/lock/accept", R"({"name":"dev/s","expect":")" + hash + "a\"}"), IsEmpty());
  EXPECT_THAT(words_of("workbench/lock/accept", R"({"name":"dev/s"})"), IsEmpty());
  EXPECT_THAT(words_of("workbench/lock/accept", R"({"expect":")" + hash + "\"}"), IsEmpty());
}

TEST(ConfigurationWords, AreThoseOfTheWorkbenchWithoutWhatIsItsAlone) {
  Sources sources;
  sources.properties_file = "/p.properties";
  sources.definitions = {{"listener.local.path", "/run/x.sock"},
                         {"listener.local.descriptor", "3"},
                         {"listeners", "local,http"},
                         {"log.file", "/l"},
                         {"log.level", "debug"},
                         {"workbench.toolboxes", "t.json"}};
  EXPECT_THAT(configuration_words(sources, "/t.json"),
              ElementsAre("--config", "/t.json", "--properties", "/p.properties", "-D", "listeners=http", "-D",
                          "log.level=debug"));
}

TEST(ConfigurationWords, UseAFoundFileByTheSameRight) {
  Sources sources;
  sources.found_file = "/w/workbench-config.json";
  sources.definitions = {{"listeners", "local"}};
  EXPECT_THAT(configuration_words(sources, "/w/workbench-config.json"),
              ElementsAre("--found", "/w/workbench-config.json"));
}

}  // namespace
}  // namespace workbench::app
