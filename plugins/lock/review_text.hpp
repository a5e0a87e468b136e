#pragma once

#include <string>
#include <string_view>

#include <workbench/catalog_review.hpp>

namespace workbench::lock_review {

// The sentences of the review. Each is one line, for the log, a person and a model.

/// `beginning`, what is wrong with an item, and how a person sees more of it.
[[nodiscard]] std::string for_a_person(const ReviewedServer& server, std::string_view beginning);

/// There is no lock file, or it cannot be read (`problem`).
[[nodiscard]] std::string no_record(const ReviewedServer& server, std::string_view problem);

/// An item of the lock file that the server lists no longer.
[[nodiscard]] std::string no_longer_listed(const ReviewedServer& server, CatalogItemKind kind, std::string_view name);

}  // namespace workbench::lock_review
