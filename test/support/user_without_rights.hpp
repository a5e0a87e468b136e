#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace test_support {

/// Makes this process, and what is in `owned`, that of a user to whom permissions apply, for as long as it lives: to
/// root they do not.
class UserWithoutRights {
 public:
  explicit UserWithoutRights(const std::filesystem::path& owned) : was_root_(::geteuid() == 0) {
    if (!was_root_) return;
    EXPECT_EQ(::chown(owned.c_str(), kNobody, kNobody), 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(owned)) {
      EXPECT_EQ(::lchown(entry.path().c_str(), kNobody, kNobody), 0);
    }
    EXPECT_EQ(::seteuid(kNobody), 0);
  }
  UserWithoutRights(const UserWithoutRights&) = delete;
  UserWithoutRights& operator=(const UserWithoutRights&) = delete;
  ~UserWithoutRights() {
    if (was_root_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }

 private:
  static constexpr unsigned kNobody = 65534;
  const bool was_root_;
};

}  // namespace test_support
