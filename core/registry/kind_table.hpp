#pragma once

#include <array>

#include <workbench/registrar.hpp>

#include "registry/kinds.hpp"

namespace workbench::registry {

/// The listener `http` names principals as an authenticator does: its name, a colon, and the principal.
inline constexpr std::array<ReservedName, 2> kNamesOfTheListener{{
    {"oauth", "its principals would have the names of clients with access tokens"},
    {"uid", "its principals would have the names of users of Unix sockets"},
}};

/// The table. A new kind is a row here; docs/develop/new-kind.md says what else it needs.
inline constexpr std::array kKindTable{
    Kind{.name = Transport::kKindName, .plural = "transports", .choice = ObjectChoice::by_entries},
    Kind{.name = Listener::kKindName,
         .plural = "listeners",
         .list = {.key = "listeners",
                  .default_value = "stdio",
                  .may_be_empty = false,
                  .description = "The listeners over which clients connect."},
         .prefix = "listener."},
    Kind{.name = ToolFilter::kKindName, .plural = "tool filters", .choice = ObjectChoice::by_entries},
    Kind{.name = MetaTool::kKindName,
         .plural = "meta-tools",
         .choice = ObjectChoice::by_list_or_default,
         .list = {.key = "metaTools",
                  .description = "The meta-tools that clients get, in this order; empty: the default ones (none in "
                                 "flat mode)."},
         .prefix = "metaTool.",
         .further_characters = "_",
         .keeps_order = true},
    Kind{.name = Middleware::kKindName,
         .plural = "middleware",
         .list = {.key = "middleware",
                  .description = "The middleware that every call of a server's tool passes; the first one sees a call "
                                 "first."},
         .prefix = "middleware."},
    Kind{.name = Authenticator::kKindName,
         .plural = "authenticators",
         .list = {.key = "authenticators",
                  .description = "The authenticators of plugins that identify clients over HTTP; the first one sees "
                                 "a request first."},
         .prefix = "authenticator.",
         .reserved_names = kNamesOfTheListener},
    Kind{.name = CatalogReview::kKindName,
         .plural = "catalog reviews",
         .list = {.key = "catalogReviews",
                  .default_value = "lock",
                  .description = "The reviews that judge what servers list before clients see it; the first one judges "
                                 "first."},
         .prefix = "catalogReview."},
};

}  // namespace workbench::registry
