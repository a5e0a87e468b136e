#pragma once

#include <string_view>

#include "gateway/requests/routed_request.hpp"
#include "servers/catalog.hpp"

// What reviews of catalogs withhold (CatalogReview), where a request names it by a URI or comes when its server lists
// something else than when it was routed.

namespace workbench::gateway {

/// Why a review withholds the resource itself; or a template that may expand to its URI, unless the server lists the
/// resource, a tool names it as its view, or an admitted template fits it, too: what was admitted stays, whatever is
/// listed beside it. Where comparing would take too long, it is withheld. Null: it is not.
[[nodiscard]] const servers::CatalogReviewer::Withheld* find_withheld_resource(const servers::Catalog& catalog,
                                                                               std::string_view uri);

/// Why a review withholds the template of this text, or a resource of this URI. Null: it withholds neither.
[[nodiscard]] const servers::CatalogReviewer::Withheld* find_withheld_template(const servers::Catalog& catalog,
                                                                               std::string_view uri_template);

/// Refuses a request whose server is known, if a review withholds what it is about: what a server lists may have become
/// another since the request was routed. False: it may be sent.
[[nodiscard]] bool refuse_withheld(RoutedRequest& routed);

}  // namespace workbench::gateway
