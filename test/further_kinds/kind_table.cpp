// The tables of kinds and of their interfaces with two more. They are linked in place of core/registry/kind_table.cpp
// and core/registry/kind_interfaces.cpp.

#include "registry/kind_table.hpp"

#include <algorithm>
#include <array>

#include "guarded_greeter.hpp"
#include "registry/kind_interfaces.hpp"

namespace workbench::registry {
namespace {

template <typename Row, std::size_t size>
constexpr auto with_two_more(const std::array<Row, size>& rows, const Row& one, const Row& another) {
  std::array<Row, size + 2> table{};
  std::copy(rows.begin(), rows.end(), table.begin());
  table[size] = one;
  table[size + 1] = another;
  return table;
}

constexpr auto kKinds = with_two_more(
    kKindTable,
    {.name = Greeter::kKindName,
     .plural = "greeters",
     .list = {.key = "greeters", .description = "The greeters, in the order of their greetings."},
     .prefix = "greeter."},
    {.name = Recorder::kKindName, .plural = "recorders", .choice = ObjectChoice::all, .prefix = "recorder."});

constexpr auto kInterfaces = with_two_more(kKindInterfaces, interface_of<Greeter>(), interface_of<Recorder>());

}  // namespace

std::span<const Kind> kinds() {
  return kKinds;
}

std::span<const KindInterface> kind_interfaces() {
  return kInterfaces;
}

}  // namespace workbench::registry
