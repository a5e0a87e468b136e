#pragma once

#include <workbench/confinements.hpp>

#include "process/output.hpp"

namespace workbench::app {

/// How a server is confined: each rule with where it comes from. Null: it is not.
void print_confinement(const Confinement* confinement, Output& out);

}  // namespace workbench::app
