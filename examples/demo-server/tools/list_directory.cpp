#include <algorithm>
#include <filesystem>
#include <vector>

#include "json_text.hpp"
#include "tools.hpp"

namespace workbench::demo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 1000;

std::string_view kind_of(const fs::directory_entry& entry) {
  std::error_code failed;
  const auto type = entry.symlink_status(failed).type();
  if (type == fs::file_type::directory) return "directory";
  if (type == fs::file_type::regular) return "file";
  if (type == fs::file_type::symlink) return "link";
  return "other";
}

std::string describe(const fs::directory_entry& entry) {
  const std::string_view kind = kind_of(entry);
  ObjectText object;
  object.text("name", entry.path().filename().string()).text("kind", kind);
  std::error_code failed;
  const auto size = kind == "file" ? entry.file_size(failed) : 0;
  if (kind == "file" && !failed) object.number("size", static_cast<std::size_t>(size));
  return object.take();
}

Result<std::vector<fs::directory_entry>> read_entries(const fs::path& path) {
  std::error_code failed;
  fs::directory_iterator next(path, failed);
  std::vector<fs::directory_entry> entries;
  while (!failed && next != fs::directory_iterator()) {
    entries.push_back(*next);
    next.increment(failed);
  }
  if (failed) {
    return Error{ErrorKind::invalid_argument, "Cannot list '" + path.string() + "': " + failed.message() +
                                                  "; give the path of a directory that can be read."};
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

Result<Output> list_directory(const Arguments& arguments) {
  const auto path = arguments.text("path");
  if (!path) return path.error();
  const auto entries = read_entries(path.value());
  if (!entries) return entries.error();

  std::string list = "[";
  for (std::size_t i = 0; i < std::min(entries->size(), kMostEntries); ++i) {
    if (i > 0) list += ',';
    list += describe(entries.value()[i]);
  }
  list += ']';
  return Output{ObjectText()
                    .text("path", path.value())
                    .raw("entries", list)
                    .boolean("truncated", entries->size() > kMostEntries)
                    .take(),
                true};
}

}  // namespace

const DemoTool kListDirectory = {
    .name = "list_directory",
    .title = "List a directory",
    .description =
        "Lists what is in a directory: names in order, kinds, and the sizes of files in bytes. Changes "
        "nothing. Long lists are cut off after 1,000 entries.",
    .input_schema =
        R"({"type":"object","properties":{)"
        R"("path":{"type":"string","description":"The directory, absolute or from where the server runs"}},)"
        R"("required":["path"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"path":{"type":"string"},)"
                     R"("entries":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},)"
                     R"("kind":{"type":"string","enum":["file","directory","link","other"]},)"
                     R"("size":{"type":"integer","minimum":0}},"required":["name","kind"]}},)"
                     R"("truncated":{"type":"boolean"}},"required":["path","entries","truncated"]})",
    .annotations = R"({"readOnlyHint":true,"openWorldHint":false})",
    .run = list_directory};

}  // namespace workbench::demo
