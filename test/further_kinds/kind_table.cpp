// The table of kinds with two rows more. It is linked in place of core/registry/kind_table.cpp.

#include "registry/kinds.hpp"

#include <algorithm>
#include <array>

#include "registry/kind_table.hpp"

namespace workbench::registry {
namespace {

constexpr Kind kGreeter{.name = "greeter",
                        .plural = "greeters",
                        .list = {.key = "greeters", .description = "The greeters, in the order of their greetings."},
                        .prefix = "greeter."};
constexpr Kind kRecorder{.name = "recorder", .plural = "recorders", .choice = ObjectChoice::all, .prefix = "recorder."};

constexpr auto kTable = [] {
  std::array<Kind, kKindTable.size() + 2> table{};
  std::copy(kKindTable.begin(), kKindTable.end(), table.begin());
  table[kKindTable.size()] = kGreeter;
  table[kKindTable.size() + 1] = kRecorder;
  return table;
}();

}  // namespace

std::span<const Kind> kinds() {
  return kTable;
}

}  // namespace workbench::registry
