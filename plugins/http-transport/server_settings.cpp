#include "server_settings.hpp"

namespace workbench::http {

std::vector<OptionError> check_server_settings(const Options& options) {
  std::vector<OptionError> errors;
  static_cast<void>(read_server_settings(options, errors));
  return errors;
}

ServerSettings read_server_settings(const Options& options, std::vector<OptionError>& errors) {
  ServerSettings settings;
  settings.address = transport::read_server_address(options, errors);
  settings.login_settings = login::read_login_settings(options, errors);
  return settings;
}

}  // namespace workbench::http
