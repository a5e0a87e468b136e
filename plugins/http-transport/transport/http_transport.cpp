#include "transport/http_transport.hpp"

#include <utility>

#include "transport/remote_connection.hpp"
#include "transport/server_address.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http {

std::vector<OptionDescription> HttpTransport::options() const {
  return remote::describe_server_address();
}

Result<void> HttpTransport::check(const Options& options) const {
  const auto address = remote::read_server_address(options);
  if (!address) return address.error();
  return {};
}

Result<std::unique_ptr<Connection>> HttpTransport::connect(const ServerConfig& server, Host& host) {
  auto address = remote::read_server_address(server.options);
  if (!address) return address.error();
  auto conversation = std::make_shared<remote::StreamableHttpSession>(host, io_, *std::move(address),
                                                                      server.toolbox + "/" + server.name);
  return std::unique_ptr<Connection>(std::make_unique<remote::RemoteConnection>(std::move(conversation)));
}

}  // namespace workbench::http
