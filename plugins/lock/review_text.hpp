#pragma once

#include <string>
#include <string_view>

#include <workbench/catalog_review.hpp>

namespace workbench::lock_review {

// The sentences of the review. Each is one line, for the log and a person; only for_a_model() is for models.

/// `beginning`, what is wrong with an item, and how a person sees more of it.
[[nodiscard]] std::string for_a_person(const ReviewedServer& server, std::string_view beginning);

/// What a person has to do, without a word of the server.
[[nodiscard]] std::string for_a_model(const ReviewedServer& server);

/// There is no lock file, or it cannot be read (`problem`).
[[nodiscard]] std::string no_record(const ReviewedServer& server, std::string_view problem);

/// An item of the lock file that the server lists no longer.
[[nodiscard]] std::string no_longer_listed(const ReviewedServer& server, CatalogItemKind kind, std::string_view name);

}  // namespace workbench::lock_review
