#include "commands/json_command.hpp"

#include <Poco/Util/Option.h>

namespace workbench::app {

void JsonCommand::define_options(Poco::Util::OptionSet& options) const {
  options.addOption(Poco::Util::Option("json", "j", form_));
}

void JsonCommand::handle_option(const std::string& name, const std::string&) {
  as_json_ = as_json_ || name == "json";
}

}  // namespace workbench::app
