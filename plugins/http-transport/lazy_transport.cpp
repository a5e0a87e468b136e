#include "lazy_transport.hpp"

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <exception>
#include <string>

#include "transport/library.hpp"

namespace workbench::http {
namespace {

using transport::Library;

/// The folder of this plugin is that of the code that calls the function.
boost::dll::fs::path library_file() {
  return boost::dll::this_line_location().parent_path().parent_path() / transport::kLibraryFile;
}

// The library is linked with -z nodelete, as plugins are: closing it does not unload it.
Result<const Library*> load() {
  static const Library* loaded = nullptr;
  if (loaded != nullptr) return loaded;
  try {
    const boost::dll::shared_library library(library_file(),
                                             boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    loaded = &library.get<const Library>(transport::kLibrarySymbol);
    return loaded;
  } catch (const std::exception& error) {
    return Error{ErrorKind::unavailable,
                 std::string("the library that reaches servers behind a URL cannot be loaded: ") + error.what() +
                     "; install the workbench completely"};
  }
}

}  // namespace

std::vector<OptionError> LazyTransport::check(const Options& options) {
  const auto library = load();
  if (!library) return {{"url", library.error().message}};
  return (*library)->check(options);
}

Result<std::unique_ptr<Connection>> LazyTransport::connect(const ServerConfig& server) {
  if (transport_ == nullptr) {
    const auto library = load();
    if (!library) return library.error();
    transport_ = (*library)->make(host_);
  }
  return transport_->connect(server);
}

}  // namespace workbench::http
