#pragma once

#include <Poco/Util/OptionSet.h>

#include <string>

#include "startup/startup.hpp"

namespace workbench::app {

/// Adds the options for the place of the configuration (--config, --properties, --define).
void define_source_options(Poco::Util::OptionSet& options);

/// Records one of these options, by its full name, in `sources`. False: it is another option.
/// Throws Poco::Util::InvalidArgumentException for a --define without key or value; the text has no more than its first
/// word, because the rest may be a secret.
bool handle_source_option(Sources& sources, const std::string& name, const std::string& value);

}  // namespace workbench::app
