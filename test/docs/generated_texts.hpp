#pragma once

#include "generated_page.hpp"

namespace documents {

// Each adds the texts of some tables of the code.

/// Settings, the sample of the properties file, keys of the toolboxes file: configuration_texts.cpp.
void add_configuration_texts(Texts& texts);

/// Messages, exit codes, command line: program_texts.cpp.
void add_program_texts(Texts& texts);

/// Known hosts, figures of a scrape: serving_texts.cpp.
void add_serving_texts(Texts& texts);

}  // namespace documents
