#include "config/secret_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyutils.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "config/variables.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace workbench::config;
using testing::ElementsAre;
using testing::HasSubstr;

/// A text with references, expanded for files of a folder.
class AReference : public testing::Test {
 protected:
  Expansion expand(const std::string& text) {
    return expand_variables(
        text, [](std::string_view) { return std::nullopt; },
        [this](std::string_view reference) { return read_secret(reference, folder_.path(), &files_); });
  }

  const test_support::TemporaryFolder folder_;
  std::vector<std::filesystem::path> files_;
};

TEST_F(AReference, ToAFileIsItsTextWithoutTheLineBreakAtItsEnd) {
  const auto file = folder_.write("token", "s3cr${X}et\n");
  EXPECT_EQ(expand("Bearer ${file:token}!").text, "Bearer s3cr${X}et!");
  EXPECT_EQ(expand("${file:" + file.string() + "}").text, "s3cr${X}et");
  EXPECT_THAT(files_, ElementsAre(file, file));
}

TEST_F(AReference, ToAFileThatIsNotThereSaysWhatToDo) {
  EXPECT_THAT(expand("${file:gone}").problems,
              ElementsAre("${file:gone}: " + (folder_.path() / "gone").string() +
                          " does not exist; write the secret there, alone, or correct the path"));
}

TEST_F(AReference, ToAnEmptyFileIsAnError) {
  folder_.write("token", "\n");
  EXPECT_THAT(expand("${file:token}").problems, ElementsAre(HasSubstr("is empty")));
}

TEST_F(AReference, ToAKeyIsItsText) {
  const std::string name = "mcp-workbench-test-" + std::to_string(::getpid());
  const key_serial_t key = ::add_key("user", name.c_str(), "k3y", 3, KEY_SPEC_USER_KEYRING);
  const Expansion expanded = expand("<${keyring:" + name + "}>");
  if (key < 0) {  // in a container that lets no process use the kernel's keyring
    EXPECT_THAT(expanded.problems, ElementsAre(HasSubstr("the kernel's keyring")));
    return;
  }
  EXPECT_EQ(expanded.text, "<k3y>");
  ::keyctl_unlink(key, KEY_SPEC_USER_KEYRING);
}

TEST_F(AReference, ToAKeyThatIsNotThereSaysHowToAddIt) {
  EXPECT_THAT(expand("${keyring:no-such-key}").problems,
              ElementsAre(HasSubstr("add it with: keyctl add user no-such-key SECRET @u")));
}

}  // namespace
