#include "config/secret_reference.hpp"

#include <keyutils.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

namespace workbench::config {
namespace {

constexpr std::size_t kMaxSecretBytes = 64 * 1024;

Result<std::string> read_file(const std::filesystem::path& file, const FileReader& read) {
  auto text = read(file, kMaxSecretBytes);
  if (!text && text.error().kind == ErrorKind::forbidden) return text.error().within(file.string());
  if (!text) {
    return Error{text.error().kind,
                 file.string() + " " + text.error().message + "; write the secret there, alone, or correct the path"};
  }
  if (text->ends_with('\n')) text->pop_back();
  if (text->ends_with('\r')) text->pop_back();
  if (text->empty()) return Error{ErrorKind::invalid_argument, file.string() + " is empty; write the secret there"};
  return text;
}

/// The keyring that a key is looked for in first is the session's, as in request_key(2); a process that no login has
/// started has none, and uses the user's.
key_serial_t find_key(const std::string& name) {
  for (const key_serial_t keyring : {KEY_SPEC_SESSION_KEYRING, KEY_SPEC_USER_KEYRING}) {
    const long key = ::keyctl_search(keyring, "user", name.c_str(), 0);
    if (key >= 0) return static_cast<key_serial_t>(key);
  }
  return -1;
}

Result<std::string> read_key(const std::string& name) {
  const auto failed = [&] {
    const std::string reason = std::generic_category().message(errno);
    return Error{ErrorKind::not_found, "the kernel's keyring has no such key for this user (" + reason +
                                           "); add it with: keyctl add user " + name + " SECRET @u"};
  };
  const key_serial_t key = find_key(name);
  if (key < 0) return failed();
  void* text = nullptr;
  const int size = ::keyctl_read_alloc(key, &text);
  const std::unique_ptr<void, decltype(&std::free)> owner(text, &std::free);
  if (size < 0) return failed();
  return std::string(static_cast<const char*>(text), static_cast<std::size_t>(size));
}

}  // namespace

bool is_secret_reference(std::string_view reference) {
  return reference.starts_with(kFileSecret) || reference.starts_with(kKeyringSecret);
}

Result<std::string> read_secret(std::string_view reference, const std::filesystem::path& folder,
                                std::vector<std::filesystem::path>* files, const FileReader& read) {
  if (reference.starts_with(kKeyringSecret)) return read_key(std::string(reference.substr(kKeyringSecret.size())));
  const std::filesystem::path file = folder / reference.substr(kFileSecret.size());
  if (files != nullptr) files->push_back(file);
  return read_file(file, read);
}

}  // namespace workbench::config
