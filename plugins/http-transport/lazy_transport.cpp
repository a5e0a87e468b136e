#include "lazy_transport.hpp"

#include "transport/library.hpp"

namespace workbench::http {

using transport::Library;

std::vector<OptionError> LazyTransport::check(const Options& options) {
  const auto library = load_library<Library>();
  if (!library) return {{"url", library.error().message}};
  return (*library)->check(options);
}

Result<std::unique_ptr<Connection>> LazyTransport::connect(const ServerConfig& server) {
  if (transport_ == nullptr) {
    const auto library = load_library<Library>();
    if (!library) return library.error();
    transport_ = (*library)->make(host_);
  }
  return transport_->connect(server);
}

}  // namespace workbench::http
