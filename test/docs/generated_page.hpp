#pragma once

#include <map>
#include <string>
#include <vector>

namespace documents {

/// Texts that are made of tables in the code, by their names. Each ends with a newline.
using Texts = std::map<std::string, std::string>;

/// A page with its generated parts.
struct GeneratedPage {
  std::string text;                   ///< the page as it has to be
  std::vector<std::string> names;     ///< of the texts in it
  std::vector<std::string> problems;  ///< one sentence each, beginning with a line number
};

/// Puts each text where `page` has a part for it:
///
///     <!-- generated: NAME -->              # generated: NAME
///     whatever it has now          or, in    ...
///     <!-- end -->           properties,    # end
[[nodiscard]] GeneratedPage with_generated_parts(const std::string& page, const Texts& texts);

}  // namespace documents
