#include <memory>
#include <utility>
#include <vector>

#include <workbench/plugin.hpp>

#include "http-shared/fetcher_library.hpp"
#include "library.hpp"

namespace {

using namespace workbench;
using workbench::http::FetcherLibrary;
using workbench::http::ListenerLibrary;

/// Without the library nothing can be checked; make_listener() returns the reason.
std::vector<OptionError> check_listener(const Options& options, Host& host) {
  const auto library = workbench::http::load_library<ListenerLibrary>();
  return library ? (*library)->check(options, host) : std::vector<OptionError>();
}

Result<std::unique_ptr<Listener>> make_listener(const Options& options, Host& host) {
  const auto library = workbench::http::load_library<ListenerLibrary>();
  if (!library) return library.error();
  std::unique_ptr<workbench::http::Fetcher> fetcher;
  if (workbench::http::uses_oauth(options)) {
    const auto client = workbench::http::load_library<FetcherLibrary>();
    if (!client) return client.error();
    fetcher = (*client)->make(host);
  }
  return (*library)->make(options, host, std::move(fetcher));
}

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_listener(
      "http", {.options = workbench::http::listener_options(), .check = &check_listener, .make = &make_listener});
}

}  // namespace

WORKBENCH_PLUGIN("http-listener", "0.1.0", register_plugin);
