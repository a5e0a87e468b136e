#pragma once

#include <Poco/Util/OptionSet.h>

namespace workbench::app {

/// The options of the program without a command.
void define_program_options(Poco::Util::OptionSet& options);

}  // namespace workbench::app
