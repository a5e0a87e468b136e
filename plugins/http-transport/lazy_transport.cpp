#include "lazy_transport.hpp"

#include "library.hpp"

namespace workbench::http {

using transport::TransportLibrary;

std::vector<OptionError> LazyTransport::check(const Options& options) {
  const auto library = load_library<TransportLibrary>();
  if (!library) return {{"url", library.error().message}};
  return (*library)->check(options);
}

Result<std::unique_ptr<Connection>> LazyTransport::connect(const ServerConfig& server) {
  const auto transport = loaded();
  if (!transport) return transport.error();
  return (*transport)->connect(server);
}

ServerLogins* LazyTransport::logins() {
  const auto transport = loaded();
  if (transport) return (*transport)->logins();
  host_.log(LogLevel::error, {}, transport.error().message);
  return nullptr;
}

Result<Transport*> LazyTransport::loaded() {
  if (transport_ == nullptr) {
    const auto library = load_library<TransportLibrary>();
    if (!library) return library.error();
    transport_ = (*library)->make(host_, protocol_);
  }
  return transport_.get();
}

}  // namespace workbench::http
