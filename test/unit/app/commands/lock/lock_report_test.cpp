// Reports on long lists: of a list that is eight times as long, they take about eight times as long.

#include "commands/lock/lock_report.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "commands/lock/recorded_lists.hpp"
#include "cpu_seconds.hpp"
#include "lock/lock_form.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using test_support::cpu_seconds_of;
using test_support::TemporaryFolder;

std::string tool(int number) {
  return R"({"name":"tool)" + std::to_string(number) + R"(","description":"Reads.","inputSchema":{"type":"object"}})";
}

/// A server with many tools, of which each second one has changed and each third one is gone.
class LongList {
 public:
  explicit LongList(int size) : size_(size) {
    lock::LockFile file;
    lock::ServerRecords& records = file.servers["dev/s"];
    for (int number = 0; number < size; ++number)
      records[{CatalogItemKind::tool, "tool" + std::to_string(number)}] = {lock::lock_form(tool(number)), "2026-11-27"};
    folder_.write("workbench.lock", lock::write_lock_file(file));
  }

  /// Compares and reports, as JSON and SARIF.
  [[nodiscard]] std::string report() const {
    const auto store = LockStore::open(folder_.path() / "toolboxes.json");
    EXPECT_TRUE(store) << store.error().message;
    ServerFinding finding{"dev/s"};
    compare_lists(finding, {{}, listed()}, nullptr, store->find("dev/s"));
    const std::vector<ServerFinding> findings{finding};
    const LockReport report{*store, findings, {}};
    JsonWriter writer;
    write_report(report, writer);
    std::ostringstream sarif;
    Output out(sarif);
    print_sarif(report, out);
    return std::string(writer.end().text()) + sarif.str();
  }

  /// What remains of the list once the server has said what it lists now.
  [[nodiscard]] std::size_t recorded() const {
    RecordedLists lists;
    const ReviewedServer server{.toolbox = "dev", .server = "s"};
    const ListedItems items = listed();
    std::vector<std::string_view> names;
    for (const auto& [key, definition] : items) {
      const Json json(definition);
      static_cast<void>(lists.review(server, {key.kind, key.name, json}));
      names.push_back(key.name);
    }
    names.pop_back();
    static_cast<void>(lists.missing(server, CatalogItemKind::tool, names));
    return lists.of("dev/s").size();
  }

 private:
  [[nodiscard]] ListedItems listed() const {
    ListedItems items;
    for (int number = 0; number < size_; ++number) {
      std::string definition = tool(number);
      if (number % 2 == 0) definition.insert(definition.find("Reads"), "Never ");
      if (number % 3 != 0) items[{CatalogItemKind::tool, "tool" + std::to_string(number)}] = std::move(definition);
    }
    return items;
  }

  const int size_;
  TemporaryFolder folder_;
};

constexpr int kFew = 1'000;
constexpr int kMany = 8'000;
/// Linear time has 8, and quadratic time 64.
constexpr double kMaxRatio = 24;

TEST(LockReport, TakesTimeInProportionToTheLengthOfAList) {
  const LongList few(kFew);
  const LongList many(kMany);
  const double once = cpu_seconds_of([&] { EXPECT_NE(few.report().find("lock/item-removed"), std::string::npos); });
  const double more = cpu_seconds_of([&] { EXPECT_NE(many.report().find("lock/item-removed"), std::string::npos); });
  EXPECT_LT(more, kMaxRatio * once);
}

TEST(RecordedLists, TakeTimeInProportionToTheLengthOfAList) {
  const LongList few(kFew);
  const LongList many(kMany);
  const double once = cpu_seconds_of([&] { EXPECT_EQ(few.recorded(), 665U); });
  const double more = cpu_seconds_of([&] { EXPECT_EQ(many.recorded(), 5'332U); });
  EXPECT_LT(more, kMaxRatio * once);
}

TEST(LockReport, NamesTheLineOfEachItem) {
  const LongList list(10);
  const std::string report = list.report();
  EXPECT_NE(report.find(R"("name":"tool1","state":"same")"), std::string::npos) << report;
  EXPECT_NE(report.find(R"("line":6)"), std::string::npos) << report;
  EXPECT_NE(report.find(R"("startLine":6)"), std::string::npos) << report;
}

}  // namespace
}  // namespace workbench::app
