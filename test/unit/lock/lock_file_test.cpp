#include "lock/lock_file.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <vector>

#include "lock/item_hash.hpp"
#include "lock/line_numbers.hpp"
#include "lock/lock_form.hpp"
#include "lock/lock_index.hpp"
#include "lock/same.hpp"

namespace workbench::lock {
namespace {

LockFile sample() {
  LockFile file;
  ServerRecords& records = file.servers["dev/mail"];
  records[{CatalogItemKind::start, ""}] = {lock_form(R"({"transport":"stdio","command":"mail","args":["-b","-a"]})"),
                                           "2026-11-27"};
  records[{CatalogItemKind::instructions, ""}] = {lock_form(R"("Be\nbrief.")"), ""};
  records[{CatalogItemKind::tool, "send"}] = {lock_form(R"({"name":"send","inputSchema":{"type":"object"}})"),
                                              "2026-11-27"};
  records[{CatalogItemKind::tool, "a\"\xE2\x80\xAE\n"}] = {lock_form("{}"), ""};
  records[{CatalogItemKind::tool, "now"}] = {R"({"description":{"$pattern":"It is {time}."}})", ""};
  records[{CatalogItemKind::resource, "a:b"}] = {lock_form(R"({"uri":"a:b"})"), ""};
  file.servers["dev/empty"];
  return file;
}

/// Without the hashes, which only a file that was read has.
LockFile without_hashes(LockFile file) {
  for (auto& [server, records] : file.servers) {
    for (auto& [key, record] : records) record.hash.clear();
  }
  return file;
}

std::string problem_of(const std::string& text) {
  const auto file = read_lock_file(text);
  return file ? "" : file.error().message;
}

TEST(LockFile, IsReadAsItWasWritten) {
  const std::string text = write_lock_file(sample());
  const auto file = read_lock_file(text);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(without_hashes(*file), sample());
  EXPECT_EQ(write_lock_file(*file), text);
}

/// A file with one tool, as a server lists it, and what reads it.
std::string problem_with(std::string_view tool) {
  LockFile file;
  file.servers["dev/s"][{CatalogItemKind::tool, "a"}] = {lock_form(tool), ""};
  const std::string text = write_lock_file(file);
  const auto read = read_lock_file(text);
  if (!read) return read.error().message;
  return without_hashes(*read) == file && write_lock_file(*read) == text ? "" : "it is another one";
}

TEST(LockFile, CanBeReadWhateverAServerCallsItsMembers) {
  for (const std::string_view key :
       {R"($pattern)", R"(a\"$pattern)", R"(\"$pattern)", R"(\\\"$pattern)", R"(\u0022$pattern)", R"(\u0024pattern)",
        R"($$pattern)", R"($lines)", R"(a\"$lines)", R"(servers)", R"(<<<<<<< )"}) {
    for (const std::string_view value : {R"("{x}")", R"(["{x}"])", R"({"$pattern":"{x}"})", R"("$pattern")"}) {
      const std::string tool = R"({"_meta":{")" + std::string(key) + R"(":)" + std::string(value) + R"(,"{y":"{z}"}})";
      EXPECT_EQ(problem_with(tool), "") << tool;
    }
  }
}

TEST(LockFile, CanBeReadHoweverDeeplyAServerNests) {
  for (const std::size_t depth : {10U, 2'030U, 2'040U, 2'041U, 2'045U, 2'047U, 2'048U, 2'049U, 5'000U}) {
    for (const std::string_view inner : {R"("a")", R"("a\nb")"}) {
      const std::string tool = std::string(depth, '[') + std::string(inner) + std::string(depth, ']');
      EXPECT_EQ(problem_with(tool), "") << depth;
    }
  }
}

TEST(LockFile, HasAFieldInEachLine) {
  LockFile file;
  file.servers["dev/mail"][{CatalogItemKind::tool, "send"}] = {
      lock_form(R"({"name":"send","inputSchema":{"type":"object"},"description":"One.\nTwo."})"), "2026-11-27"};
  const std::string hash =
      item_hash(CatalogItemKind::tool, "send", file.servers["dev/mail"].begin()->second.definition);
  EXPECT_EQ(write_lock_file(file), R"({
  "scheme": 1,
  "servers": {
    "dev/mail": {
      "tools": {
        "send": {
          "hash": ")" + hash + R"(",
          "since": "2026-11-27",
          "definition": {
            "description": {
              "$lines": [
                "One.",
                "Two."
              ]
            },
            "inputSchema": {
              "type": "object"
            },
            "name": "send"
          }
        }
      }
    }
  }
}
)");
}

TEST(LockFile, HasTheHashOfEachItem) {
  const auto file = read_lock_file(write_lock_file(sample()));
  ASSERT_TRUE(file);
  std::size_t count = 0;
  for (const auto& [key, record] : file->servers.at("dev/mail")) {
    EXPECT_EQ(record.hash, item_hash(key.kind, key.name, record.definition)) << key.name;
    EXPECT_EQ(record.hash.size(), 71U);
    ++count;
  }
  EXPECT_EQ(count, 6U);
}

TEST(LockFile, MayBeEdited) {
  const auto file = read_lock_file(
      "\n{ \"servers\" :{\"a/b\":{\"tools\":{\"z\":{\"definition\":{\"b\":1,\"a\":2}}, \"\\u0061\": {\"by\": \"me\", "
      "\"definition\":{}}}}},\"comment\":null, \"scheme\":1.0}\n\n");
  ASSERT_TRUE(file) << file.error().message;
  const ServerRecords& records = file->servers.at("a/b");
  EXPECT_EQ(records.at({CatalogItemKind::tool, "z"}).definition, R"({"a":2,"b":1})");
  EXPECT_EQ(records.at({CatalogItemKind::tool, "a"}).definition, "{}");
}

TEST(LockFile, NamesTheLineThatIsWrong) {
  const auto has = [](const std::string& text, const std::string& message) {
    EXPECT_NE(problem_of(text).find(message), std::string::npos) << problem_of(text);
  };
  has("", "line 1: it ends too early; correct the line, restore");
  has("{\n\"scheme\": 1\n\"servers\": {}}", "line 3: a comma is missing");
  has("{\"scheme\": 1, \"servers\": {\n\n<<<<<<< ours\n}}", "line 3: it has the marks of a merge conflict");
  has("{\"scheme\": 1, \"servers\": {\n\"a", "line 2: a string has no closing quote in its line");
  has("{\n\"scheme\": 2, \"servers\": {}}", "line 2: its scheme is not 1");
  has("{\"servers\": {}}", "it has no number \"scheme\"");
  has("{\"scheme\": 1}", "it has no object \"servers\"");
  has("[]", "line 1: it has no number");
  const std::string begin = "{\"scheme\":1,\"servers\":{\n\"a/b\":";
  has(begin + "1}}", "line 2: a server is not an object");
  has(begin + "{},\"a/b\":{}}}", "the server 'a/b' is there twice");
  has(begin + "{\n\"tool\":{}}}}", "line 3: 'tool' is not a section");
  has(begin + "{\n\"tools\":{\"x\":{}}}}}", "an item has no \"definition\"");
  has(begin + "{\"tools\":{\"x\":{\"definition\":1},\n\"x\":{\"definition\":1}}}}}",
      "line 3: the item 'x' is there twice");
  has(begin + "{\"instructions\":{\"definition\":{\n\"$pattern\": \"all {of} it\"}}}}}",
      "line 3: '{of}' is not a placeholder");
}

TEST(LockFile, TakesNoMemberOfAServerForAPattern) {
  LockFile file;
  file.servers["a/b"][{CatalogItemKind::tool, "x"}] = {lock_form(R"({"$pattern":"all {of} it","a$pattern":"{of}"})"),
                                                       ""};
  const std::string text = write_lock_file(file);
  EXPECT_EQ(problem_of(text), "");
  EXPECT_NE(text.find(R"("$$pattern": "all {of} it")"), std::string::npos) << text;
}

TEST(LockFile, IsBesideTheToolboxesFile) {
  EXPECT_EQ(lock_file_path("/home/u/p/workbench-config.json"), "/home/u/p/workbench.lock");
}

TEST(LockIndex, FindsItemsAndTheirLines) {
  const auto index = LockIndex::read(write_lock_file(sample()));
  ASSERT_TRUE(index);
  EXPECT_TRUE(index->has_server("dev/mail"));
  EXPECT_FALSE(index->has_server("dev/other"));
  EXPECT_TRUE(index->find("dev/mail", CatalogItemKind::tool, "a\"\xE2\x80\xAE\n"));
  EXPECT_FALSE(index->find("dev/mail", CatalogItemKind::tool, "sen"));
  EXPECT_FALSE(index->find("dev/mail", CatalogItemKind::prompt, "send"));
  const auto start = index->find("dev/mail", CatalogItemKind::start, "");
  ASSERT_TRUE(start);
  EXPECT_EQ(start->since(), "2026-11-27");
  EXPECT_EQ(index->names("dev/mail", CatalogItemKind::tool).size(), 3U);
  const LineNumbers lines(index->text());
  EXPECT_EQ(lines.at(index->offset_of("dev/none", {})), 1U);
  EXPECT_EQ(lines.at(index->offset_of("dev/empty", {})), 4U);
  EXPECT_EQ(lines.at(index->offset_of("dev/mail", {CatalogItemKind::start, ""})), 6U);
}

/// A catalog like those of real servers: some hundred bytes for each tool.
std::string large_tool(int number) {
  return R"({"inputSchema":{"type":"object","properties":{"path":{"type":"string","description":"The path of the file."},)"
         R"("limit":{"type":"integer","minimum":1,"default":20,"description":"How many lines."},"mode":{"enum":["a","b"]}},)"
         R"("required":["path"]},"name":"tool_)" +
         std::to_string(number) + R"(","description":"Reads the file of the number )" + std::to_string(number) +
         R"( and returns its lines, at most as many as the limit says.","annotations":{"readOnlyHint":true}})";
}

/// Seconds of the processor, which other processes do not count.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(LockIndex, JudgesTenThousandToolsInATimeThatAStartMayTake) {
  constexpr int kTools = 10'000;
  LockFile file;
  std::vector<std::string> listed;
  for (int i = 0; i < kTools; ++i) {
    listed.push_back(large_tool(i));
    file.servers["a/b"][{CatalogItemKind::tool, "tool_" + std::to_string(i)}] = {lock_form(listed.back()),
                                                                                 "2026-11-27"};
  }
  std::string text = write_lock_file(file);
  const double begin = processor_seconds();
  const auto index = LockIndex::read(std::move(text));
  ASSERT_TRUE(index);
  const double after_reading = processor_seconds();
  int same = 0;
  JsonTape tape;
  for (int i = 0; i < kTools; ++i) {
    const std::string& tool = listed[static_cast<std::size_t>(i)];
    const auto entry = index->find("a/b", CatalogItemKind::tool, "tool_" + std::to_string(i));
    if (entry && !tape.read(tool) && is_same(entry->definition, tape.root())) ++same;
  }
  const double end = processor_seconds();
  EXPECT_EQ(same, kTools);
  RecordProperty("reading", std::to_string(after_reading - begin));
  RecordProperty("judging", std::to_string(end - after_reading));
  EXPECT_LT(end - begin, 2) << "about 0.03 in a build for users; sanitizers need far more";
}

TEST(LockFile, IsRefusedForAPlaceholderThatThereIsNotHoweverItIsWritten) {
  for (const char* pattern :
       {R"({"$pattern":"in {xath}"})", R"({"$pattern" : "in {xath}"})", R"({"$pattern":["in {path}","and {xath}"]})"}) {
    const auto file = read_lock_file(R"({"scheme":1,"servers":{"a/b":{"instructions":{"definition":)" +
                                     std::string(pattern) + "}}}}");
    ASSERT_FALSE(file) << pattern;
    EXPECT_THAT(file.error().message, testing::HasSubstr("{xath}")) << pattern;
  }
}

TEST(LockFile, IsRefusedIfItIsNotUtf8) {
  const auto file = read_lock_file("{\"scheme\":1,\n\"servers\":{\"a/\xFF\":{}}}");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, testing::HasSubstr("it is not UTF-8"));
  EXPECT_THAT(file.error().message, testing::HasSubstr("line 2"));
}

TEST(LockFile, TakesNoDayForOneThatWasEditedToSomethingElse) {
  const auto file = read_lock_file(
      R"({"scheme":1,"servers":{"a/b":{"tools":{"x":{"since":"20\u00b26-11-27","definition":{"name":"x"}}}}}})");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->servers.at("a/b").begin()->second.since, "");
  const std::string written = write_lock_file(*file);
  EXPECT_EQ(write_lock_file(*read_lock_file(written)), written);
}

}  // namespace
}  // namespace workbench::lock
