#include "install/tree_lease.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <atomic>
#include <string>
#include <thread>

#include "temporary_folder.hpp"

namespace {

using namespace workbench::app;
namespace fs = std::filesystem;

/// Another process, as far as flock() is concerned.
class OtherHolder {
 public:
  explicit OtherHolder(const fs::path& root) : folder_(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}
  [[nodiscard]] bool lock(int kind) const { return ::flock(folder_.get(), kind | LOCK_NB) == 0; }

 private:
  workbench::FileDescriptor folder_;
};

struct ALease : testing::Test {
  ALease() {
    fs::create_directory(root);
    fs::create_directory(other);
  }
  ~ALease() override { static_cast<void>(hold_tree(other)); }  // a process has one lease

  const test_support::TemporaryFolder folder;
  const fs::path root = folder.path() / "tree";
  const fs::path other = folder.path() / "other";
};

TEST_F(ALease, IsInUseWhileAnotherProcessHoldsItAndNotForTheOneThatAsks) {
  EXPECT_FALSE(is_tree_in_use(root));
  EXPECT_TRUE(hold_tree(root));
  EXPECT_FALSE(is_tree_in_use(root)) << "by this process alone";
  const OtherHolder holder(root);
  EXPECT_TRUE(holder.lock(LOCK_SH));
  EXPECT_TRUE(is_tree_in_use(root));
  EXPECT_TRUE(is_tree_in_use(folder.path() / "absent"));
}

TEST_F(ALease, IsNotLostWhileAnotherProcessExaminesTheTree) {
  std::atomic<bool> has_begun = false;
  std::atomic<bool> has_ended = false;
  std::thread examining([&] {
    const OtherHolder holder(root);
    while (!has_ended) {
      if (holder.lock(LOCK_EX)) static_cast<void>(holder.lock(LOCK_UN));
      has_begun = true;
    }
  });
  while (!has_begun) std::this_thread::yield();
  for (int times = 0; times != 200; ++times) {
    EXPECT_TRUE(hold_tree(root));
    EXPECT_FALSE(OtherHolder(root).lock(LOCK_EX)) << "it is not held";
    static_cast<void>(is_tree_in_use(root));
    EXPECT_FALSE(OtherHolder(root).lock(LOCK_EX)) << "it is not held any more";
    EXPECT_TRUE(hold_tree(other));
  }
  has_ended = true;
  examining.join();
}

TEST_F(ALease, IsRefusedFromTheReservationOfATreeUntilItsRemoval) {
  const fs::path moved = folder.path() / "moved";
  {
    const auto reserved = ReservedTree::reserve(root);
    ASSERT_TRUE(reserved);
    EXPECT_FALSE(hold_tree(root));
    fs::rename(root, moved);
    EXPECT_FALSE(hold_tree(moved));
  }
  EXPECT_TRUE(hold_tree(moved));
}

TEST_F(ALease, IsHeldAgainAfterAReservationByItsHolder) {
  ASSERT_TRUE(hold_tree(root));
  const OtherHolder holder(root);
  {
    const auto reserved = ReservedTree::reserve(root);
    ASSERT_TRUE(reserved);
    EXPECT_FALSE(holder.lock(LOCK_SH));
  }
  EXPECT_TRUE(holder.lock(LOCK_SH));
  EXPECT_FALSE(ReservedTree::reserve(root)) << "another process holds it, too";
  EXPECT_TRUE(holder.lock(LOCK_UN));
  EXPECT_FALSE(holder.lock(LOCK_EX)) << "the attempt has lost it";
}

}  // namespace
