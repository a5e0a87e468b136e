#include "servers/file_hashes.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include <workbench/file_descriptor.hpp>

namespace workbench::servers {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::optional<std::string> hash_of(int descriptor) {
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_256);
  std::vector<char> block(kBlockBytes);
  for (std::uint64_t total = 0; total <= FileHashes::kMaxBytes;) {
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count == 0) return Poco::DigestEngine::digestToHex(engine.digest());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    engine.update(block.data(), static_cast<std::size_t>(count));
    total += static_cast<std::uint64_t>(count);
  }
  return std::nullopt;
}

}  // namespace

std::optional<FileHashes::Stamp> FileHashes::stamp_of(int descriptor) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  if (static_cast<std::uint64_t>(info.st_size) > kMaxBytes) return std::nullopt;
  return Stamp{info.st_dev, info.st_ino, info.st_size, nanoseconds(info.st_mtim), nanoseconds(info.st_ctim)};
}

std::optional<std::string> FileHashes::of(const std::filesystem::path& file) {
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (descriptor.get() < 0) return std::nullopt;
  const auto before = stamp_of(descriptor.get());
  if (!before) return std::nullopt;
  if (const auto found = known_.find(*before); found != known_.end()) return found->second;
  auto hash = hash_of(descriptor.get());
  if (!hash || stamp_of(descriptor.get()) != before) return hash;  // it is being written: read it again next time
  if (known_.size() >= kMaxKnown) known_.clear();
  known_.emplace(*before, *hash);
  return hash;
}

}  // namespace workbench::servers
