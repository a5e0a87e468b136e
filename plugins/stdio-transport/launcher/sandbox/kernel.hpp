#pragma once

#include <cstdint>

namespace launcher {

/// What this kernel can enforce.
struct KernelFacts {
  int landlock_abi = 0;           ///< 0: it has no Landlock, or it is off
  bool has_notification = false;  ///< of system calls, with the descriptors of those who call (Linux 5.6)
  bool waits_killable = false;    ///< a call that was notified is not restarted by signals (Linux 5.19)
};

[[nodiscard]] KernelFacts find_kernel_facts();

/// From which ABI of Landlock on it can control ...
constexpr int kLandlockWithTruncate = 3;
constexpr int kLandlockWithNetwork = 4;
constexpr int kLandlockWithScopes = 6;  ///< signals, and sockets with abstract names

/// Landlock's interface, of which the headers of a distribution may lack a part.
namespace landlock {

constexpr std::uint64_t kExecute = 1U << 0;
constexpr std::uint64_t kWriteFile = 1U << 1;
constexpr std::uint64_t kReadFile = 1U << 2;
constexpr std::uint64_t kReadFolder = 1U << 3;
constexpr std::uint64_t kRemoveFolder = 1U << 4;
constexpr std::uint64_t kRemoveFile = 1U << 5;
constexpr std::uint64_t kMakeCharacterDevice = 1U << 6;
constexpr std::uint64_t kMakeFolder = 1U << 7;
constexpr std::uint64_t kMakeFile = 1U << 8;
constexpr std::uint64_t kMakeSocket = 1U << 9;
constexpr std::uint64_t kMakeFifo = 1U << 10;
constexpr std::uint64_t kMakeBlockDevice = 1U << 11;
constexpr std::uint64_t kMakeLink = 1U << 12;
constexpr std::uint64_t kRefer = 1U << 13;          ///< ABI 2
constexpr std::uint64_t kTruncate = 1U << 14;       ///< ABI 3
constexpr std::uint64_t kControlDevice = 1U << 15;  ///< ABI 5
constexpr std::uint64_t kNetwork = 3;               ///< binding and connecting TCP: ABI 4
constexpr std::uint64_t kScopes = 3;                ///< ABI 6

struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};

struct __attribute__((packed)) PathBeneath {
  std::uint64_t allowed;
  std::int32_t descriptor;
};

/// A descriptor, or -1 with errno.
int create_ruleset(const RulesetAttributes& attributes, int abi);
int add_path(int ruleset, int path, std::uint64_t allowed);
int restrict_self(int ruleset);

}  // namespace landlock
}  // namespace launcher
