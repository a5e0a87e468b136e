#include "registry/abi_parts.hpp"

#include <array>
#include <cstddef>
#include <optional>

#include <workbench/abi.hpp>

namespace workbench::registry {
namespace {

#define WORKBENCH_TEXT_OF_(symbol) #symbol
#define WORKBENCH_TEXT_OF(symbol) WORKBENCH_TEXT_OF_(symbol)
constexpr std::string_view kOwnSymbol = WORKBENCH_TEXT_OF(WORKBENCH_ABI_SYMBOL);

constexpr std::array<std::string_view, 4> kPartNames = {"ABI version", "compiler ABI", "standard library", "sanitizer"};
using Parts = std::array<std::string_view, kPartNames.size()>;

struct Wording {
  std::string_view part;
  std::string_view words;
};

constexpr std::array<Wording, 8> kWordings = {{
    {"itanium", "Itanium C++ (g++, clang++)"},
    {"libstdcxx_cxx11", "libstdc++"},
    {"libstdcxx_cxx11_debug", "libstdc++ in debug mode"},
    {"libstdcxx_cxx98", "libstdc++ with _GLIBCXX_USE_CXX11_ABI=0"},
    {"libcxx", "libc++"},
    {"plain", "none"},
    {"asan", "AddressSanitizer"},
    {"tsan", "ThreadSanitizer"},
}};

std::string_view part_name(std::string_view part) {
  for (const Wording& wording : kWordings) {
    if (wording.part == part) return wording.words;
  }
  return part;
}

// The parts between double underscores; nothing if there are more or fewer than this workbench knows.
std::optional<Parts> parts_of(std::string_view symbol) {
  Parts parts;
  symbol.remove_prefix(kAbiSymbolPrefix.size());
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::size_t end = symbol.find("__");
    if (end == std::string_view::npos) return std::nullopt;
    parts.at(i) = symbol.substr(0, end);
    symbol.remove_prefix(end + 2);
  }
  if (symbol.find("__") != std::string_view::npos) return std::nullopt;
  parts.back() = symbol;
  return parts;
}

std::string difference(std::string_view what, std::string_view theirs, std::string_view ours) {
  return std::string(what).append(" ").append(theirs).append(" (here ").append(ours).append(")");
}

}  // namespace

std::string_view own_abi_symbol() {
  return kOwnSymbol;
}

std::string abi_difference(std::string_view plugins_symbol, std::string_view own_symbol) {
  if (plugins_symbol == own_symbol) return {};
  const auto theirs = parts_of(plugins_symbol);
  const auto ours = parts_of(own_symbol);
  if (!theirs || !ours) return difference("ABI", plugins_symbol, own_symbol);

  std::string differences;
  for (std::size_t i = 0; i < kPartNames.size(); ++i) {
    if (theirs->at(i) == ours->at(i)) continue;
    if (!differences.empty()) differences += ", ";
    differences += difference(kPartNames.at(i), part_name(theirs->at(i)), part_name(ours->at(i)));
  }
  return differences;
}

}  // namespace workbench::registry
