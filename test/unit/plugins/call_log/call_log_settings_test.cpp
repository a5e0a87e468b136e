// The options of the middleware.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "call_log_settings.hpp"
#include "destination.hpp"
#include "temporary_folder.hpp"

namespace workbench::call_log {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class CallLogOptions : public testing::Test {
 protected:
  std::vector<std::string> errors() const {
    std::vector<std::string> texts;
    for (const OptionError& error : check(options)) texts.push_back(error.option + ": " + error.message);
    return texts;
  }
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }

  const test_support::TemporaryFolder folder;
  Options options;
};

TEST_F(CallLogOptions, NeedNotBeSet) {
  EXPECT_THAT(errors(), IsEmpty());
  const CallLogSettings settings = CallLogSettings::from(options);
  EXPECT_EQ(settings.file, "");
  EXPECT_FALSE(settings.logs_arguments);
  EXPECT_FALSE(settings.logs_results);
}

TEST_F(CallLogOptions, NameAFileThatMayNotExistYet) {
  options.set("file", path("calls.jsonl"));
  EXPECT_THAT(errors(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(path("calls.jsonl"))) << "checking has no effect";
  folder.write("calls.jsonl", "");
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(CallLogOptions, NameAFileInTheWorkingDirectoryWithoutAFolder) {
  options.set("file", std::string("calls.jsonl"));
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(CallLogOptions, CannotNameAFileInAFolderThatDoesNotExist) {
  options.set("file", path("logs/calls.jsonl"));
  EXPECT_THAT(errors(),
              ElementsAre("file: there is no folder '" + path("logs") + "'; create it, or name another file"));
}

TEST_F(CallLogOptions, CannotNameAPathThatIsNotAFile) {
  options.set("file", folder.path().string());
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("is not a regular file; name one, or remove the option")));
  options.set("file", std::string("/dev/null"));
  EXPECT_THAT(errors(), ElementsAre(StartsWith("file: '/dev/null' is not a regular file")));
}

/// A user to whom permissions apply, for as long as it lives: to root they do not.
class OrdinaryUser {
 public:
  explicit OrdinaryUser(const std::filesystem::path& owned) : was_root_(::geteuid() == 0) {
    if (!was_root_) return;
    EXPECT_EQ(::chown(owned.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(::seteuid(kNobody), 0);
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (was_root_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }

 private:
  static constexpr unsigned kNobody = 65534;
  const bool was_root_;
};

TEST_F(CallLogOptions, CannotNameAFileThatCannotBeWritten) {
  const OrdinaryUser user(folder.path());
  options.set("file", folder.write("calls.jsonl", ""));
  ASSERT_EQ(::chmod(path("calls.jsonl").c_str(), 0400), 0);
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("cannot be written: Permission denied")));
  ASSERT_EQ(::chmod(path("calls.jsonl").c_str(), 0600), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0500), 0);
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("no file can be created in")));
  options.set("rotation", std::string("never"));
  EXPECT_THAT(errors(), IsEmpty());
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
}

TEST_F(CallLogOptions, MayNameAFileInAFolderThatCannotBeRead) {
  const OrdinaryUser user(folder.path());
  ASSERT_EQ(::chmod(folder.path().c_str(), 0300), 0);
  options.set("file", path("calls.jsonl"));
  EXPECT_THAT(errors(), IsEmpty());
  const auto destination = make_destination(CallLogSettings::from(options));
  destination->write(std::string(10U * 1024 * 1024, 'x'));
  destination->write("2");
  EXPECT_EQ(std::filesystem::file_size(path("calls.jsonl")), 2U);
  EXPECT_TRUE(std::filesystem::exists(path("calls.jsonl.0")));
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
}

TEST_F(CallLogOptions, HaveASizeAsRotation) {
  options.set("file", path("calls.jsonl"));
  const auto bytes = [&](const char* rotation) {
    options.set("rotation", std::string(rotation));
    EXPECT_THAT(errors(), IsEmpty()) << rotation;
    return CallLogSettings::from(options).max_bytes;
  };
  EXPECT_EQ(bytes("65536"), 65536U);
  EXPECT_EQ(bytes("500 KiB"), 500U * 1024);
  EXPECT_EQ(bytes("500kB"), 500'000U);
  EXPECT_EQ(bytes("10 MiB"), 10U * 1024 * 1024);
  EXPECT_EQ(bytes("3MB"), 3'000'000U);
  EXPECT_EQ(bytes("1024 GiB"), 1024ULL * 1024 * 1024 * 1024);
  EXPECT_EQ(bytes("2 GB"), 2'000'000'000U);
  EXPECT_EQ(bytes("never"), 0U);
}

TEST_F(CallLogOptions, HaveNoOtherRotation) {
  options.set("file", path("calls.jsonl"));
  for (const char* rotation :
       {"", "daily", "10 M", "-1", "64 KB", "65535", "1025 GiB", "99999999999999999999", "1.5 MiB"}) {
    options.set("rotation", std::string(rotation));
    EXPECT_THAT(errors(), ElementsAre(StartsWith("rotation: '" + std::string(rotation) + "' is not a size; write")));
  }
}

TEST_F(CallLogOptions, KeepTwoFilesOrMore) {
  options.set("file", path("calls.jsonl"));
  options.set("maxFiles", std::int64_t{1});
  EXPECT_THAT(errors(), ElementsAre("maxFiles: 1 is out of range; it must be from 2 to 1000"));
  options.set("maxFiles", std::int64_t{1001});
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("out of range")));
  options.set("maxFiles", std::int64_t{2});
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(CallLogOptions, AreRefusedWhereTheyHaveNoEffect) {
  options.set("rotation", std::string("1 MiB"));
  options.set("maxFiles", std::int64_t{3});
  EXPECT_THAT(errors(), ElementsAre("rotation: has no effect without file; set file, or remove it",
                                    "maxFiles: has no effect without file; set file, or remove it"));
  options.set("file", path("calls.jsonl"));
  options.set("rotation", std::string("never"));
  EXPECT_THAT(errors(), ElementsAre(StartsWith("maxFiles: has no effect, because rotation is never")));
}

TEST_F(CallLogOptions, AreAllReportedAtOnce) {
  options.set("file", path("logs/calls.jsonl"));
  options.set("rotation", std::string("daily"));
  options.set("maxFiles", std::int64_t{0});
  EXPECT_THAT(errors(), ElementsAre(StartsWith("rotation: "), StartsWith("maxFiles: "), StartsWith("file: ")));
}

TEST_F(CallLogOptions, AreDocumented) {
  std::ifstream stream(CALL_LOG_REFERENCE);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  for (const OptionDescription& option : option_descriptions()) {
    EXPECT_THAT(text, HasSubstr("| `" + option.name + "` |"));
  }
}

}  // namespace
}  // namespace workbench::call_log
