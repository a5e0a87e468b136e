#include "service/path_walk.hpp"

#include <deque>
#include <system_error>

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

/// A path with more symbolic links than this does not lead to a file.
constexpr int kMaxLinks = 40;

/// The parts of a path that have not been followed yet.
class PathParts {
 public:
  explicit PathParts(const fs::path& path) { prepend(path); }

  [[nodiscard]] bool is_empty() const { return parts_.empty(); }
  void prepend(const fs::path& path) {
    auto place = parts_.begin();
    for (const fs::path& part : path) {
      const bool has_meaning = !part.empty() && part != ".";
      if (has_meaning) place = std::next(parts_.insert(place, part));
    }
  }
  [[nodiscard]] fs::path extract_first() {
    fs::path first = std::move(parts_.front());
    parts_.pop_front();
    return first;
  }

 private:
  std::deque<fs::path> parts_;
};

}  // namespace

void walk_path(const fs::path& path, const std::function<void(const PathStep&)>& visit) {
  fs::path folder;
  PathParts parts(path);
  for (int links = 0; !parts.is_empty() && links <= kMaxLinks;) {
    const fs::path part = parts.extract_first();
    if (part.is_absolute()) {
      folder = part;
      continue;
    }
    if (part == "..") {
      folder = folder.parent_path();  // there are no links in it
      continue;
    }
    visit({folder, part.string(), parts.is_empty()});
    std::error_code not_a_link;
    const fs::path target = fs::read_symlink(folder / part, not_a_link);
    if (not_a_link) {
      folder /= part;
    } else {
      ++links;
      parts.prepend(target);
    }
  }
}

}  // namespace workbench::app
