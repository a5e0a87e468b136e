#include "protocol_revision.hpp"

#include <array>
#include <cstddef>

namespace workbench::demo {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

}  // namespace

ProtocolRevision choose_revision(std::string_view asked) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == asked) return static_cast<ProtocolRevision>(i);
  }
  return ProtocolRevision::r2025_11_25;
}

std::string_view name_of(ProtocolRevision revision) {
  return kNames[static_cast<std::size_t>(revision)];
}

}  // namespace workbench::demo
