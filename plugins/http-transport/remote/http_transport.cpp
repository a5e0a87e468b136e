#include "remote/http_transport.hpp"

namespace workbench::http {

std::vector<OptionDescription> HttpTransport::options() const {
  return {{"url", OptionType::text, true, "Where the server is: an http or https URL."}};
}

Result<std::unique_ptr<Connection>> HttpTransport::connect(const ServerConfig&, Host&) {
  return Error{ErrorKind::unavailable, "servers over HTTP cannot be reached yet"};
}

}  // namespace workbench::http
