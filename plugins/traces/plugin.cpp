#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <workbench/plugin.hpp>
#include <workbench/trace_sink.hpp>

#include "export_settings.hpp"
#include "http-shared/library_loader.hpp"
#include "http-shared/poster.hpp"
#include "traces.hpp"

namespace {

using namespace workbench;

std::optional<std::string> variable(std::string_view name) {
  const char* const value = std::getenv(std::string(name).c_str());  // NOLINT(concurrency-mt-unsafe): at the start
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::shared_ptr<TraceSink> without_traces(Host& host, const Error& reason) {
  host.log(LogLevel::error, {}, "nothing is traced: " + reason.message);
  return nullptr;
}

/// Null: no endpoint is configured. The workbench serves with an endpoint that cannot be used, too: the variable may be
/// meant for other programs.
std::shared_ptr<TraceSink> make_sink(Host& host) {
  const auto* const configured = host.extension<TraceSettings>();
  auto settings = traces::read_export_settings(configured == nullptr ? "" : configured->endpoint(), variable);
  if (!settings) return nullptr;
  if (!*settings) return without_traces(host, settings->error());
  const auto library = http::load_library<http::PosterLibrary>();
  if (!library) return without_traces(host, library.error());
  for (const std::string& warning : (*settings)->warnings) host.log(LogLevel::warning, {}, warning);
  host.log(LogLevel::debug, {}, "spans are sent to " + traces::origin_of((*settings)->target.url));
  auto poster = (*library)->make((*settings)->target);
  return std::make_shared<traces::Traces>(host, **settings, std::move(poster));
}

void register_plugin(Registrar& registrar) {
  registrar.provide<TraceSink>(make_sink);
}

}  // namespace

WORKBENCH_PLUGIN("traces", "0.1.0", register_plugin);
