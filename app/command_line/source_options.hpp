#pragma once

#include <Poco/Util/OptionSet.h>

#include <string>

#include "startup/startup.hpp"

namespace workbench::app {

/// Adds the options that say where the configuration is (--config, --properties, --define).
void define_source_options(Poco::Util::OptionSet& options);

/// Notes in `sources` what one of these options says, by its full name. False: it is another option.
/// Throws Poco::Util::InvalidArgumentException for a --define without key or value; the text has no more than its first
/// word, because the rest may be a secret.
bool handle_source_option(Sources& sources, const std::string& name, const std::string& value);

}  // namespace workbench::app
