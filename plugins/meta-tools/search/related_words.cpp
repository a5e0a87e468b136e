#include "related_words.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace meta_tools {
namespace {

// Verbs of tools, their objects, and abbreviations of these. General words only: a word of one product does not belong
// here. Each line is a group.
constexpr std::string_view kGroups =
    "delete remove erase drop destroy\n"
    "create add new make insert\n"
    "list show enumerate\n"
    "get fetch read retrieve view show load\n"
    "update edit change modify set\n"
    "replace edit update\n"
    "search find query lookup look grep\n"
    "send post publish write\n"
    "write create append\n"
    "run execute start launch invoke trigger\n"
    "stop cancel abort terminate kill end\n"
    "move rename\n"
    "copy duplicate clone fork\n"
    "combine merge\n"
    "restart rerun retry\n"
    "undo revert rollback back\n"
    "approve review accept\n"
    "compare diff\n"
    "check validate verify test\n"
    "choose select pick\n"
    "click press tap\n"
    "type fill enter\n"
    "open navigate\n"
    "print output log console\n"
    "record capture\n"
    "remember memory store\n"
    "analyze inspect examine diagnose\n"
    "explain describe\n"
    "fix resolve repair\n"
    "picture image photo screenshot\n"
    "video recording screencast\n"
    "audio speech voice sound\n"
    "draw plot visualize generate chart graph diagram\n"
    "distribution histogram frequency\n"
    "trend time line\n"
    "directory folder\n"
    "disk file storage\n"
    "size big large\n"
    "repo repository\n"
    "pr pull\n"
    "mr merge\n"
    "branch ref\n"
    "history commit\n"
    "db database\n"
    "table collection\n"
    "row record document entry\n"
    "field column property attribute\n"
    "config configuration settings preference\n"
    "env environment\n"
    "doc docs documentation\n"
    "page site website webpage\n"
    "web internet online\n"
    "url link address\n"
    "http request network\n"
    "popup dialog alert\n"
    "dropdown option select\n"
    "ticket issue bug\n"
    "task item todo ticket\n"
    "comment note reply remark answer respond\n"
    "message chat\n"
    "mail email\n"
    "phone mobile sms\n"
    "notify notification alert ping\n"
    "person people user member\n"
    "team group organization\n"
    "customer buyer client contact\n"
    "role permission right access\n"
    "password secret credential\n"
    "login user credential\n"
    "key secret token\n"
    "money refund payment pay\n"
    "cost price pricing bill fee\n"
    "buy purchase order\n"
    "sell sale listing\n"
    "article item product\n"
    "stock inventory quantity\n"
    "ship shipping parcel package delivery\n"
    "advertise advertising ad campaign\n"
    "discount promotion coupon\n"
    "form survey questionnaire\n"
    "error exception failure fail crash bug\n"
    "slow fast speed performance\n"
    "outage health availability incident status\n"
    "advice recommendation suggest suggestion\n"
    "limit quota\n"
    "download export save\n"
    "upload import attach\n"
    "vm machine\n"
    "k8s kubernetes\n"
    "pod container\n"
    "shell command terminal process\n"
    "schedule cron periodic\n"
    "ci pipeline\n"
    "job pipeline workflow build\n"
    "deploy deployment release rollout\n"
    "location place map\n"
    "paper article research\n";

using Related = std::unordered_map<std::string_view, std::vector<std::string_view>>;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    if (end != 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return parts;
}

Related read_groups() {
  Related related;
  for (const std::string_view line : split(kGroups, '\n')) {
    const std::vector<std::string_view> group = split(line, ' ');
    for (const std::string_view word : group) {
      for (const std::string_view other : group) {
        if (other != word) related[word].push_back(other);
      }
    }
  }
  return related;
}

}  // namespace

std::span<const std::string_view> related_words(std::string_view word) {
  static const Related kRelated = read_groups();
  const auto found = kRelated.find(word);
  return found == kRelated.end() ? std::span<const std::string_view>() : found->second;
}

}  // namespace meta_tools
