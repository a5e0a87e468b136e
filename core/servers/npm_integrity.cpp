#include "servers/npm_integrity.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>

#include <cstddef>
#include <string_view>

#include "config/config_file.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace workbench::servers {
namespace {

constexpr std::size_t kMaxLockBytes = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMaxLockDepth = 20;

/// The folder of npx for one package: the first digits of the SHA-512 of its word (libnpmexec).
std::string folder_name_for(std::string_view spec) {
  constexpr std::size_t kDigits = 16;
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_512);
  engine.update(spec.data(), spec.size());
  return Poco::DigestEngine::digestToHex(engine.digest()).substr(0, kDigits);
}

}  // namespace

NpmRecord npx_record(const std::filesystem::path& cache, const std::string& spec, const std::string& name) {
  const std::filesystem::path file = cache / "_npx" / folder_name_for(spec) / "node_modules" / ".package-lock.json";
  auto text = config::read_text_file(file, kMaxLockBytes);
  if (!text) return {};
  const auto lock = json::ScannerJsonAccess(kMaxLockDepth).checked(*std::move(text));
  if (!lock) return {};
  const Json package = json::member(json::member(*lock, "packages"), "node_modules/" + name);
  return {json::member_characters(package, "version"), json::member_characters(package, "integrity")};
}

}  // namespace workbench::servers
