#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/config.hpp"

namespace workbench::gateway {

/// A row of the table of known hosts as docs/guide/hosts.md shows it.
struct HostDescription {
  std::string_view product;      ///< what people call the host
  std::string_view long_result;  ///< where it puts a result that is longer than it accepts; empty: it accepts any
  const config::HostEntry& entry;
};

/// The whole table of known_hosts.cpp, and, last, what is assumed of a host that is not in it. The entries live as long
/// as the process.
[[nodiscard]] std::vector<HostDescription> host_descriptions();

/// The length of instructions that stands for all of them.
inline constexpr std::size_t kWholeInstructions = 64UL * 1024;

}  // namespace workbench::gateway
