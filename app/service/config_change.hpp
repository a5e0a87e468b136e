#pragma once

#include <string>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// How `after` differs from `before`, for the log: "added prod, dev/t; removed ops; replaced dev/s; changed dev,
/// toolMode". A toolbox is named, a server is TOOLBOX/SERVER; the servers of a toolbox that is added or removed as a
/// whole are not named. Empty: they are equal.
[[nodiscard]] std::string describe_change(const config::Config& before, const config::Config& after);

}  // namespace workbench::app
