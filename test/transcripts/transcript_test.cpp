// Runs the transcripts in this folder against the real program: the client writes the lines after `>`, and must read
// the lines after `<` to the byte. Other lines are comments.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "workbench_client.hpp"

namespace {

std::vector<std::filesystem::path> transcripts() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TRANSCRIPTS)) {
    if (entry.path().extension() == ".transcript") files.push_back(entry.path());
  }
  return files;
}

class Transcript : public testing::TestWithParam<std::filesystem::path> {};
INSTANTIATE_TEST_SUITE_P(Stdio, Transcript, testing::ValuesIn(transcripts()),
                         [](const auto& transcript) { return transcript.param.stem().string(); });

TEST_P(Transcript, HappensAsWritten) {
  test_support::WorkbenchClient client(test_support::dev_toolbox(test_support::fake_server("s", {"--tool", "echo"})));
  std::ifstream file(GetParam());
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("> ")) client.send_raw(line.substr(2));
    if (line.starts_with("< ")) {
      ASSERT_EQ(client.next_line(), line.substr(2));
    }
  }
}

}  // namespace
