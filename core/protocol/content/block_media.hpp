#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>

#include "protocol/content/base64_data.hpp"

namespace workbench::protocol {

/// Data and its media type, as a block of content or the contents of a resource have them.
struct BlockMedia {
  Base64Data data;
  std::string media_type;  ///< empty: none is named
};

/// Finds data in base64 wherever servers put it: in `data` or `blob`, or in the places that the blocks of models' APIs
/// have for it. Absent: there is none.
[[nodiscard]] std::optional<BlockMedia> read_media(const Json& block);

}  // namespace workbench::protocol
