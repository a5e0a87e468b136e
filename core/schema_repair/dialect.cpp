#include "schema_repair/dialect.hpp"

#include <array>

namespace workbench::schema_repair {
namespace {

constexpr std::array kDialects{Dialect::draft_04, Dialect::draft_06, Dialect::draft_07, Dialect::v2019_09,
                               Dialect::v2020_12};

std::string_view without_scheme(std::string_view uri) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (uri.starts_with(scheme)) return uri.substr(scheme.size());
  }
  return uri;
}

std::string_view place_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::draft_04: return "json-schema.org/draft-04/schema";
    case Dialect::draft_06: return "json-schema.org/draft-06/schema";
    case Dialect::draft_07: return "json-schema.org/draft-07/schema";
    case Dialect::v2019_09: return "json-schema.org/draft/2019-09/schema";
    case Dialect::v2020_12: return "json-schema.org/draft/2020-12/schema";
  }
  return {};
}

}  // namespace

std::optional<Dialect> find_dialect(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  const std::string_view place = without_scheme(uri);
  for (const Dialect dialect : kDialects) {
    if (place == place_of(dialect)) return dialect;
  }
  return std::nullopt;
}

std::string_view name_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::draft_04: return "draft-04";
    case Dialect::draft_06: return "draft-06";
    case Dialect::draft_07: return "draft-07";
    case Dialect::v2019_09: return "2019-09";
    case Dialect::v2020_12: return "2020-12";
  }
  return {};
}

std::string_view raw_string_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::draft_04:
    case Dialect::draft_06:
    case Dialect::draft_07: return "http://json-schema.org/draft-07/schema#";
    case Dialect::v2019_09: return "https://json-schema.org/draft/2019-09/schema";
    case Dialect::v2020_12: return "https://json-schema.org/draft/2020-12/schema";
  }
  return {};
}

}  // namespace workbench::schema_repair
