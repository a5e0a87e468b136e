#include "commands/servers/confinement_text.hpp"

#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

struct Meaning {
  std::string_view keyword;
  const char* words;
};

constexpr std::array kMeanings = {
    Meaning{"read-not", "cannot read"},
    Meaning{"read", "may read"},
    Meaning{"write", "may write"},
    Meaning{"folder", "may write"},
    Meaning{"make", "is made, and closed"},
    Meaning{"write-not", "cannot write"},
    Meaning{"temporary", "may write"},
    Meaning{"allow", "may reach"},
    Meaning{"deny", "cannot reach"},
    Meaning{"unix", "may connect to"},
    Meaning{"local-binding", "may listen on loopback"},
    Meaning{"best-effort", "starts in any case"},
    Meaning{"learn", "is refused nothing"},
};

std::string words_for(std::string_view keyword) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.keyword == keyword) return meaning.words;
  }
  return std::string(keyword);
}

}  // namespace

void print_confinement(const Confinement* confinement, Output& out) {
  if (confinement == nullptr) {
    out << "  not confined: it may do all that you may; \"sandboxEnabled\": true in its entry confines it\n";
    return;
  }
  if (confinement->unconfined.empty()) {
    out << "  confined: it may read all but what follows, and write and reach nothing else\n";
  } else {
    out << "  not confined: this kernel cannot enforce " << base::listed(confinement->unconfined) << '\n';
  }
  Table table;
  for (const SandboxRule& rule : confinement->rules) {
    table.add({"  " + words_for(rule.keyword), rule.value, rule.origin});
  }
  out << Lines{table.text(terminal_width(STDOUT_FILENO))};
}

}  // namespace workbench::app
