#include "containers/instance.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA1Engine.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <random>
#include <vector>

namespace workbench::stdio {
namespace {

struct Parts {
  std::string_view boot;
  std::string_view process;
  std::string_view start;
  std::string_view process_namespace;
};

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string boot_id() {
  return first_line("/proc/sys/kernel/random/boot_id");
}

/// In clock ticks since the boot: field 22 of /proc/PID/stat. The name of the program in field 2 may have anything in
/// it. Empty: there is no such process.
std::string start_time(std::string_view process) {
  const std::string stat = first_line("/proc/" + std::string(process) + "/stat");
  std::size_t at = stat.rfind(')');
  for (int field = 2; at != std::string::npos && field < 22; ++field) at = stat.find(' ', at + 1);
  if (at == std::string::npos) return {};
  return stat.substr(at + 1, stat.find(' ', at + 1) - at - 1);
}

/// The number in "pid:[4026531836]".
std::string process_namespace() {
  std::array<char, 64> text{};
  const ssize_t size = ::readlink("/proc/self/ns/pid", text.data(), text.size());
  const std::string_view link(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t begin = link.find('[');
  return begin == std::string_view::npos ? "0" : std::string(link.substr(begin + 1, link.find(']') - begin - 1));
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Parts> parts_of(std::string_view instance) {
  std::array<std::string_view, 4> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = instance.find('.');
    if ((end == std::string_view::npos) != (i + 1 == parts.size())) return std::nullopt;
    parts[i] = instance.substr(0, end);
    instance.remove_prefix(end == std::string_view::npos ? instance.size() : end + 1);
  }
  const bool is_instance = !parts[0].empty() && is_number(parts[1]) && is_number(parts[2]) && is_number(parts[3]);
  return is_instance ? std::optional(Parts{parts[0], parts[1], parts[2], parts[3]}) : std::nullopt;
}

std::string hexadecimal(const std::string& text, std::size_t digits) {
  Poco::SHA1Engine engine;
  engine.update(text);
  return Poco::DigestEngine::digestToHex(engine.digest()).substr(0, digits);
}

}  // namespace

std::string this_host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return hexadecimal(first_line("/etc/machine-id") + "\n" + name.data(), 16);
}

std::string this_instance() {
  const std::string process = std::to_string(::getpid());
  return boot_id() + "." + process + "." + start_time(process) + "." + process_namespace();
}

bool has_ended(std::string_view instance) {
  const auto parts = parts_of(instance);
  const std::string boot = boot_id();
  if (!parts || boot.empty()) return false;
  if (parts->boot != boot) return true;
  return parts->process_namespace == process_namespace() && start_time(parts->process) != parts->start;
}

std::string random_name() {
  std::vector<unsigned char> bytes(4);
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    std::random_device device;
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(device());
  }
  return Poco::DigestEngine::digestToHex(bytes);
}

}  // namespace workbench::stdio
