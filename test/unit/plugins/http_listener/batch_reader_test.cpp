#include "mcp/batch_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json/scanner_json_access.hpp"

namespace workbench::http {
namespace {

const json::ScannerJsonAccess kJson{1000};

/// The messages, one a line, or why there are none.
std::string read(const std::string& batch, std::size_t slice, std::size_t max = 3) {
  BatchReader reader(Json(batch), max, kJson);
  while (!reader.advance(slice)) {
  }
  const auto messages = reader.result();
  if (!messages) return messages.error().message;
  std::string text;
  for (const auto& [head, message] : *messages) text.append(message.whole.text()).append("\n");
  return text;
}

TEST(ABatch, IsReadInSlicesOfAnySize) {
  const std::string first = R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[1,{"y":[2,3]}]}})";
  const std::string second = R"({"jsonrpc":"2.0","id":"],\"[","method":"b\\","params":["\\\"",",","}"]})";
  for (std::size_t slice = 1; slice != 200; ++slice) {
    EXPECT_EQ(read("[" + first + "," + second + "]", slice), first + "\n" + second + "\n") << slice;
    EXPECT_EQ(read("[ " + first + " ,\t" + second + " ]", slice), first + "\n" + second + "\n") << slice;
  }
}

// Whoever waits behind it would otherwise wait for the whole of it.
TEST(ABatch, LeavesALargeMessageToManySlices) {
  constexpr std::size_t kSlice = 4096;
  constexpr std::size_t kSize = 100 * kSlice;
  const std::string message = R"({"jsonrpc":"2.0","method":"n","params":{"x":")" + std::string(kSize, 'x') + "\"}}";
  BatchReader reader(Json("[" + message + "]"), 1, kJson);
  std::size_t slices = 1;
  while (!reader.advance(kSlice)) ++slices;
  EXPECT_GE(slices, 2 * kSize / kSlice) << "its end is looked for, then it is checked";
  EXPECT_EQ(reader.result().value().at(0).second.whole.text(), message);
}

TEST(ABatch, HasAtLeastOneMessageAndNotTooMany) {
  const std::string message = R"({"jsonrpc":"2.0","method":"n"})";
  EXPECT_EQ(read("[]", 10), "a batch has 1 to 3 messages");
  EXPECT_EQ(read("[ ]", 10), "a batch has 1 to 3 messages");
  const std::string three = "[" + message + "," + message + "," + message;
  EXPECT_EQ(read(three + "]", 1000), message + "\n" + message + "\n" + message + "\n");
  EXPECT_EQ(read(three + "," + message + "]", 1000), "a batch has 1 to 3 messages");
}

TEST(ABatch, ConsistsOfMessages) {
  EXPECT_EQ(read("[1,2]", 1000), "the message must be a JSON object");
  EXPECT_EQ(read(R"([[{"jsonrpc":"2.0","method":"n"}]])", 1000), "the message must be a JSON object");
  EXPECT_EQ(read(R"([{"jsonrpc":"2.0","id":1}])", 1), "a message needs `method`, `result` or `error`");
}

}  // namespace
}  // namespace workbench::http
