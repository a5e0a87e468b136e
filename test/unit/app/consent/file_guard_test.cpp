#include "consent/file_guard.hpp"

#include <gmock/gmock.h>

#include <memory>

#include "consent_fixture.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using AGuard = AProject;

TEST_F(AGuard, ReadsANamedFileThatOthersCanChangeAndWarns) {
  ASSERT_EQ(::chmod(local_.c_str(), 0666), 0);
  FileGuard guard(FileRight::named, local_);
  EXPECT_EQ(guard.read(local_, kMaxBytes).value(), "{}");
  EXPECT_THAT(guard.warnings(), ElementsAre(HasSubstr("is used because it was named, but")));
  EXPECT_THAT(guard.refusals(), IsEmpty());
}

TEST_F(AGuard, SaysNothingAboutANamedFileOfTheUser) {
  FileGuard guard(FileRight::named, local_);
  EXPECT_TRUE(guard.read(local_, kMaxBytes));
  EXPECT_THAT(guard.warnings(), IsEmpty());
}

TEST_F(AGuard, ReadsANamedPipe) {
  const auto pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
  FileGuard guard(FileRight::named, pipe);
  EXPECT_EQ(guard.read(pipe, kMaxBytes).value(), "");
  EXPECT_THAT(guard.warnings(), IsEmpty());
}

TEST_F(AGuard, ReadsNoPipeThatWasFound) {
  const auto pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0644), 0);
  FileGuard guard(FileRight::own, pipe);
  EXPECT_EQ(guard.read(pipe, kMaxBytes).error().kind, ErrorKind::forbidden);
}

TEST_F(AGuard, RefusesTheUsersOwnFileWhereOthersCanChangeIt) {
  ASSERT_EQ(::chmod(local_.c_str(), 0646), 0);
  FileGuard guard(FileRight::own, local_);
  const auto read = guard.read(local_, kMaxBytes);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::forbidden);
  EXPECT_THAT(guard.refusals(), ElementsAre(HasSubstr(local_.string() + ": is not used, because")));
}

TEST_F(AGuard, ReadsWhatWasAllowedAndNothingElse) {
  const auto other = write("project/.env", "A=1\n");
  const TrustedFile allowed{local_, {{local_, sha256_of("{}")}}};
  FileGuard guard(FileRight::trusted, local_, allowed);
  EXPECT_EQ(guard.read(local_, kMaxBytes).value(), "{}");
  EXPECT_EQ(guard.read(other, kMaxBytes).error().kind, ErrorKind::forbidden);
}

TEST_F(AGuard, DecidesAboutTheBytesThatItReturns) {
  const TrustedFile allowed{local_, {{local_, sha256_of("{}")}}};
  FileGuard guard(FileRight::trusted, local_, allowed);
  write("project/workbench-config.json", R"({"toolboxes":{}})");
  EXPECT_FALSE(guard.read(local_, kMaxBytes));
  write("project/workbench-config.json", "{}");
  EXPECT_EQ(guard.read(local_, kMaxBytes).value(), "{}");
}

TEST_F(AGuard, RefusesEverythingWhereNothingWasAllowed) {
  FileGuard guard(FileRight::trusted, local_);
  EXPECT_EQ(guard.read(local_, kMaxBytes).error().kind, ErrorKind::forbidden);
}

TEST_F(AGuard, RecordsWhatIsReadForAReviewAndWhatIsNotThere) {
  FileGuard guard(FileRight::reviewed, local_);
  EXPECT_TRUE(guard.read(local_, kMaxBytes));
  EXPECT_EQ(guard.read(path("project/none"), kMaxBytes).error().kind, ErrorKind::not_found);
  EXPECT_THAT(guard.seen(), ElementsAre(SeenFile{local_, sha256_of("{}")}, SeenFile{path("project/none"), ""}));
}

TEST_F(AGuard, LetsNobodyReviewWhatOthersCanChange) {
  ASSERT_EQ(::chmod(local_.c_str(), 0666), 0);
  FileGuard guard(FileRight::reviewed, local_);
  EXPECT_FALSE(guard.read(local_, kMaxBytes));
  EXPECT_THAT(guard.seen(), IsEmpty());
}

}  // namespace
}  // namespace workbench::app
