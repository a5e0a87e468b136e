#pragma once

#include <vector>

#include <workbench/options.hpp>

#include "http/server_address.hpp"
#include "login/login_settings.hpp"

namespace workbench::http {

/// The settings of a server's entry: the address of the server, and its login.
struct ServerSettings {
  transport::ServerAddress address;
  login::LoginSettings login_settings;
};

/// The options that are invalid.
[[nodiscard]] std::vector<OptionError> check_server_settings(const Options& options);

/// Reads the options and the files that they name. The options that are invalid are added to `errors`; if there are
/// any, the settings cannot be used. No message contains a secret.
[[nodiscard]] ServerSettings read_server_settings(const Options& options, std::vector<OptionError>& errors);

}  // namespace workbench::http
