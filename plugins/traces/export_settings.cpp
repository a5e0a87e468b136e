#include "export_settings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace workbench::traces {
namespace {

constexpr const char* kServiceName = "service.name";

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char one) { return std::tolower(one); });
  return text;
}

/// The variables for traces come before those for all signals; "the SDK MUST interpret an empty value of an environment
/// variable the same way as when the variable is unset".
class Variables {
 public:
  explicit Variables(const Environment& environment) : environment_(environment) {}

  [[nodiscard]] std::string get(std::string_view name) const { return environment_(name).value_or(std::string()); }

  [[nodiscard]] std::string of_exporter(const std::string& name) const {
    const std::string of_traces = get("OTEL_EXPORTER_OTLP_TRACES_" + name);
    return of_traces.empty() ? get("OTEL_EXPORTER_OTLP_" + name) : of_traces;
  }

  /// `otherwise` if it is not a number within the range.
  [[nodiscard]] std::uint64_t number(const std::string& text, std::uint64_t least, std::uint64_t most,
                                     std::uint64_t otherwise) const {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_valid = error == std::errc() && stop == end && value >= least && value <= most;
    return is_valid ? value : otherwise;
  }

 private:
  const Environment& environment_;
};

bool is_off(const Variables& variables) {
  if (lower_case(variables.get("OTEL_SDK_DISABLED")) == "true") return true;
  const std::string exporter = variables.get("OTEL_TRACES_EXPORTER");
  return !exporter.empty() && exporter.find("otlp") == std::string::npos;
}

bool is_usable(std::string_view url) {
  const std::string beginning = lower_case(std::string(url.substr(0, 8)));
  const std::size_t host = beginning.starts_with("https://") ? 8 : beginning.starts_with("http://") ? 7 : 0;
  const bool is_plain = std::all_of(url.begin(), url.end(), [](char one) { return one > ' ' && one <= '~'; });
  return host != 0 && is_plain && url.size() > host && url[host] != '/' && url[host] != ':';
}

/// "relative to OTEL_EXPORTER_OTLP_ENDPOINT: v1/traces"; the variable of traces is used "as-is". What is not a URL
/// stays as it is.
std::string url_of(const std::string& endpoint, const Variables& variables) {
  std::string of_traces = variables.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  if (!of_traces.empty()) return of_traces;
  if (!is_usable(endpoint)) return endpoint;
  return endpoint + (endpoint.ends_with('/') ? "" : "/") + "v1/traces";
}

bool is_header(const std::pair<std::string, std::string>& header) {
  const auto& [name, value] = header;
  const auto is_token = [](unsigned char one) {
    return std::isalnum(one) != 0 ||
           std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(one)) != std::string_view::npos;
  };
  const auto is_text = [](unsigned char one) { return one >= ' ' && one != 127; };
  return std::all_of(name.begin(), name.end(), is_token) && std::all_of(value.begin(), value.end(), is_text);
}

void read_headers(ExportSettings& settings, const Variables& variables) {
  auto headers = parse_key_values(variables.of_exporter("HEADERS"));
  const bool is_valid = headers && std::all_of(headers->begin(), headers->end(), is_header);
  if (is_valid) {
    settings.target.headers = *std::move(headers);
  } else {
    settings.warnings.emplace_back("OTEL_EXPORTER_OTLP_HEADERS is not used: write name=value,name2=value2");
  }
  settings.target.headers.emplace_back("Content-Type", "application/json");
}

void read_target(ExportSettings& settings, const Variables& variables) {
  settings.target.ca_file = variables.of_exporter("CERTIFICATE");
  settings.target.time_limit =
      std::chrono::milliseconds(variables.number(variables.of_exporter("TIMEOUT"), 100, 60'000, 10'000));
  read_headers(settings, variables);
  const std::string protocol = variables.of_exporter("PROTOCOL");
  if (protocol.empty() || protocol == "http/json") return;
  settings.warnings.emplace_back(
      "OTEL_EXPORTER_OTLP_PROTOCOL is not http/json, and the workbench sends nothing else: name the endpoint of the "
      "collector for OTLP over HTTP (usually port 4318)");
}

void read_resource(ExportSettings& settings, const Variables& variables) {
  auto attributes = parse_key_values(variables.get("OTEL_RESOURCE_ATTRIBUTES"));
  if (!attributes)
    settings.warnings.emplace_back("OTEL_RESOURCE_ATTRIBUTES is not used: write name=value,name2=value2");
  KeyValues& resource = settings.resource;
  resource = std::move(attributes).value_or(KeyValues());
  const std::string name = variables.get("OTEL_SERVICE_NAME");
  const auto is_name = [](const auto& one) { return one.first == kServiceName; };
  if (!name.empty()) std::erase_if(resource, is_name);
  if (std::none_of(resource.begin(), resource.end(), is_name)) {
    resource.emplace_back(kServiceName, name.empty() ? "mcp-workbench" : name);
  }
}

void read_sampling(ExportSettings& settings, const Variables& variables) {
  const std::string name = variables.get("OTEL_TRACES_SAMPLER");
  if (name.empty()) return;
  if (const auto sampling = parse_sampling(lower_case(name), variables.get("OTEL_TRACES_SAMPLER_ARG"))) {
    settings.sampling = *sampling;
  } else {
    settings.warnings.emplace_back(
        "OTEL_TRACES_SAMPLER is not used: it names none of the samplers in reference/traces.md");
  }
}

void read_batches(BatchSettings& batches, const Variables& variables) {
  const auto read = [&](const char* name, std::uint64_t most, std::uint64_t otherwise) {
    return variables.number(variables.get(name), 1, most, otherwise);
  };
  batches.max_waiting = read("OTEL_BSP_MAX_QUEUE_SIZE", 65'536, batches.max_waiting);
  batches.batch = std::min(read("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 8'192, batches.batch), batches.max_waiting);
  const auto delay = static_cast<std::uint64_t>(batches.delay.count());
  batches.delay = std::chrono::milliseconds(read("OTEL_BSP_SCHEDULE_DELAY", 60'000, delay));
}

}  // namespace

std::optional<Result<ExportSettings>> read_export_settings(const std::string& endpoint,
                                                           const Environment& environment) {
  const Variables variables(environment);
  if (is_off(variables)) return std::nullopt;
  ExportSettings settings;
  settings.target.url = url_of(endpoint, variables);
  if (settings.target.url.empty()) return std::nullopt;
  if (!is_usable(settings.target.url)) {
    return Error{
        ErrorKind::invalid_argument,
        "traces.otlp.endpoint (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) is not an http "
        "or https URL; write for example http://localhost:4318"};
  }
  read_target(settings, variables);
  read_resource(settings, variables);
  read_sampling(settings, variables);
  read_batches(settings.batches, variables);
  if (settings.sampling.is_off()) return std::nullopt;
  return settings;
}

std::string origin_of(const std::string& url) {
  const std::size_t host = url.find("//") + 2;
  const std::string authority = url.substr(host, url.find_first_of("/?#", host) - host);
  return url.substr(0, host) + authority.substr(authority.rfind('@') + 1);
}

}  // namespace workbench::traces
