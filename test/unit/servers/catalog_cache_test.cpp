#include "servers/catalog_cache.hpp"

#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include "protocol/implementation.hpp"
#include "server_fixture.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using servers::CacheFiles;
using servers::CatalogCache;
using servers::StartupResult;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kTool = R"({"name":"read", "inputSchema":{"type":"object","maximum":1.50,"é":"\u00e9\/"}})";

StartupResult catalog(const std::string& tool = kTool) {
  StartupResult catalog{
      protocol::Revision::v2025_06_18, Json(R"({"tools":{"listChanged":true}})"), "Read \"first\".\n", {}};
  catalog.lists[0] = {{json::characters(json::member(Json(tool), "name")), Json(tool)}};
  catalog.lists[1] = {{"greet", Json(R"({"name":"greet"})")}};
  catalog.lists[2] = {{"file:///a", Json(R"({"uri":"file:///a","name":"a"})")}};
  catalog.lists[3] = {{"file:///{x}", Json(R"({"uriTemplate":"file:///{x}","name":"x"})")}};
  return catalog;
}

class ACatalogCache : public InMemory {
 protected:
  [[nodiscard]] std::string key(const Json& capabilities = Json("{}")) const {
    return CatalogCache::key_of("dev", entry_, capabilities, "");
  }
  [[nodiscard]] std::filesystem::path file() const { return folder() / (key() + ".json"); }
  [[nodiscard]] std::filesystem::path folder() const { return temporary_.path() / "caches" / "mcp-workbench"; }
  [[nodiscard]] std::string text() const {
    std::ifstream stream(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void put(const std::string& text) const { std::ofstream(file(), std::ios::binary) << text; }
  /// The text with `before`, which it must have, replaced.
  [[nodiscard]] std::string text_with(const std::string& before, const std::string& after) const {
    std::string changed = text();
    const std::size_t at = changed.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return at == std::string::npos ? changed : changed.replace(at, before.size(), after);
  }
  [[nodiscard]] std::string problem() const {
    const auto read = cache_.read(key());
    return read ? "(none)" : read.error().message;
  }

  test_support::TemporaryFolder temporary_;
  config::ServerEntry entry_ = [] {
    config::ServerEntry entry;
    entry.name = "files";
    entry.transport = "stdio";
    entry.identity = R"({"command":"npx","env":{"KEY":"a secret"}})";
    return entry;
  }();
  CatalogCache cache_{host_, folder()};
};

// --- stored catalogs -------------------------------------------------------------------------------------------------

TEST_F(ACatalogCache, ReadsWhatWasWrittenToTheByte) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const auto read = cache_.read(key());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->revision, protocol::Revision::v2025_06_18);
  EXPECT_EQ(read->capabilities.text(), R"({"tools":{"listChanged":true}})");
  EXPECT_EQ(read->instructions, "Read \"first\".\n");
  EXPECT_EQ(read->lists, catalog().lists);
  EXPECT_EQ(read->lists[0].front().definition.text(), kTool);
}

TEST_F(ACatalogCache, KeepsOnWhatBasisReviewsHaveAdmittedIt) {
  StartupResult judged = catalog();
  judged.server_info = Json(R"({"name":"files","version":"1"})");
  ASSERT_TRUE(cache_.write(key(), judged, "lock: \"a\""));
  EXPECT_EQ(cache_.read(key())->admitted_on, "lock: \"a\"");
  EXPECT_EQ(cache_.read(key())->server_info.text(), judged.server_info.text());
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_EQ(cache_.read(key())->admitted_on, "");
  EXPECT_TRUE(cache_.read(key())->server_info.is_absent());
}

TEST_F(ACatalogCache, HasNothingOfAServerThatWasNotWritten) {
  EXPECT_EQ(cache_.read(key()).error().kind, ErrorKind::not_found);
  ASSERT_TRUE(cache_.write(key(), catalog()));
  entry_.name = "other";
  EXPECT_EQ(cache_.read(key()).error().kind, ErrorKind::not_found);
}

TEST_F(ACatalogCache, ReplacesWhatWasWrittenBefore) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  ASSERT_TRUE(cache_.write(key(), catalog(R"({"name":"write"})")));
  EXPECT_EQ(cache_.read(key())->lists[0].front().name, "write");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1) << "no temporary file is left";
}

TEST_F(ACatalogCache, DoesNotWriteWhatIsKeptAlready) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const auto inode = [this] {
    struct ::stat status {};
    EXPECT_EQ(::stat(file().c_str(), &status), 0);
    return status.st_ino;
  };
  const auto before = inode();
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_EQ(inode(), before);
}

TEST_F(ACatalogCache, IsForItsUserAlone) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder()).permissions(), perms::owner_all);
  EXPECT_EQ(std::filesystem::status(folder().parent_path()).permissions(), perms::owner_all) << "this was made, too";
  EXPECT_EQ(std::filesystem::status(file()).permissions(), perms::owner_read | perms::owner_write);
}

TEST_F(ACatalogCache, KeepsNoSecretOfTheConfiguration) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_EQ(text().find("secret"), std::string::npos);
}

// --- its keys --------------------------------------------------------------------------------------------------------

TEST_F(ACatalogCache, HasAKeyForAllThatDecidesWhatAServerLists) {
  std::set<std::string> keys{key(), CatalogCache::key_of("other", entry_, Json("{}"), ""),
                             key(Json(R"({"roots":{}})"))};
  const auto insert_with = [&](auto change) {
    config::ServerEntry entry = entry_;
    change(entry);
    keys.insert(CatalogCache::key_of("dev", entry, Json("{}"), ""));
  };
  insert_with([](config::ServerEntry& entry) { entry.name = "other"; });
  insert_with([](config::ServerEntry& entry) { entry.transport = "other"; });
  insert_with([](config::ServerEntry& entry) { entry.identity = R"({"command":"npx","env":{"KEY":"another"}})"; });
  insert_with([](config::ServerEntry& entry) { entry.protocol = "legacy"; });
  insert_with([](config::ServerEntry& entry) { entry.lists_content = true; });
  EXPECT_THAT(keys, SizeIs(8));
}

/// Sets a variable of the environment for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* const name_;
};

TEST_F(ACatalogCache, HasAKeyForTheVariablesThatAServerInherits) {
  entry_.inherited = {"CACHE_TEST_TOKEN", "CACHE_TEST_MORE_*"};
  const std::string without = key();
  const auto key_with = [this](const char* name, const char* value) {
    const Variable variable(name, value);
    return key();
  };
  EXPECT_THAT((std::set{without, key_with("CACHE_TEST_TOKEN", "alice"), key_with("CACHE_TEST_TOKEN", "bob"),
                        key_with("CACHE_TEST_TOKEN", ""), key_with("CACHE_TEST_MORE_1", "alice")}),
              SizeIs(5));
  EXPECT_EQ(key_with("CACHE_TEST_TOKEN_2", "alice"), without);
  EXPECT_EQ(key_with("CACHE_TEST_MOR", "alice"), without);
  entry_.inherited.clear();
  EXPECT_EQ(key_with("CACHE_TEST_TOKEN", "alice"), key());
}

TEST_F(ACatalogCache, HasAKeyForEachPrincipalThatTheServerMayAskForItsRoots) {
  const auto key_for = [this](const char* capabilities, const char* principal) {
    return CatalogCache::key_of("dev", entry_, Json(capabilities), principal);
  };
  EXPECT_NE(key_for(R"({"roots":{}})", "ada"), key_for(R"({"roots":{}})", "bob"));
  EXPECT_NE(key_for(R"({"elicitation":{}})", "ada"), key_for(R"({"elicitation":{}})", ""));
  EXPECT_EQ(key_for("{}", "ada"), key_for("{}", "bob")) << "it cannot know for whom it is started";
}

TEST_F(ACatalogCache, HasAKeyForEachPrincipalThatLogsInToTheServer) {
  const auto key_for = [this](const char* principal) {
    return CatalogCache::key_of("dev", entry_, Json("{}"), principal, {}, true);
  };
  EXPECT_NE(key_for("ada"), key_for("bob"));
  EXPECT_NE(key_for("ada"), key_for(""));
}

TEST_F(ACatalogCache, HasAKeyForEachClientThatTheServerTakesToBeItsOwn) {
  const auto key_for = [this](const Json& client) {
    return CatalogCache::key_of("dev", entry_, Json("{}"), "", client);
  };
  EXPECT_NE(key_for(Json(R"({"name":"a","version":"1"})")), key_for(Json(R"({"name":"b","version":"1"})")));
  EXPECT_NE(key_for(Json(R"({"name":"a","version":"1"})")), key_for({}));
  EXPECT_EQ(key_for({}), key());
}

TEST_F(ACatalogCache, HasAKeyForTheWorkingDirectory) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::string here = key();
  std::filesystem::current_path(temporary_.path());
  EXPECT_NE(key(), here);
  std::filesystem::current_path(before);
  EXPECT_EQ(key(), here);
}

TEST_F(ACatalogCache, HasOneKeyWhateverIsAppliedToTheCatalogLater) {
  config::ServerEntry filtered = entry_;
  filtered.tool_filters = {"read*"};
  filtered.call_time_limit = 5ms;
  EXPECT_EQ(CatalogCache::key_of("dev", filtered, Json("{}"), ""), key());
  EXPECT_EQ(key(Json(R"({"anything":{"x":{}}})")), key()) << "servers never see it";
}

// --- files that are not used -----------------------------------------------------------------------------------------

TEST_F(ACatalogCache, DoesNotUseAPartOfAFile) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const std::string whole = text();
  for (std::size_t length = 0; length != whole.size(); ++length) {
    put(whole.substr(0, length));
    ASSERT_NE(problem(), "(none)") << length;
  }
}

TEST_F(ACatalogCache, DoesNotUseADamagedFile) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const std::string whole = text();
  for (const auto& [before, after] : std::map<std::string, std::string>{
           {R"("maximum":1.50)", R"("maximum":1.)"},
           {R"("name":"read")", R"("name":7)"},
           {R"("name":"greet")", R"("name":"")"},
           {R"("tools":[)", R"("tools":{},"x":[)"},
           {R"("prompts":[)", R"("x":[)"},
           {R"("capabilities":{"tools":{"listChanged":true}})", R"("capabilities":[])"},
           {R"("instructions":"Read)", R"("instructions":7,"x":"Read)"},
           {R"("revision":"2025-06-18")", R"("revision":"2025-06-17")"},
           {R"("resources":[)", R"("resources":[{"uri":"file:///a"},)"},
           {R"("key":)", R"("key":"","key":)"},
           {"greet", "gr\xff\xfe"},
       }) {
    put(whole);
    put(text_with(before, after));
    EXPECT_THAT(problem(), HasSubstr("the cached catalog is not usable: ")) << after;
  }
  put(std::string(whole.size(), '\0'));
  EXPECT_THAT(problem(), HasSubstr("not usable"));
}

TEST_F(ACatalogCache, DoesNotUseTheFileOfAnotherVersion) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const std::string whole = text();
  put(text_with("\"workbench\":\"" + std::string(protocol::version()), "\"workbench\":\"99.0"));
  EXPECT_THAT(problem(), HasSubstr("another version of the workbench has written it"));
  put(whole);
  put(text_with(R"("format":2)", R"("format":99)"));
  EXPECT_THAT(problem(), HasSubstr("another version of the workbench has written it"));
}

TEST_F(ACatalogCache, DoesNotUseTheFileOfAnotherServer) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  const std::filesystem::path own = file();
  entry_.name = "other";
  std::filesystem::copy_file(own, file());
  EXPECT_THAT(problem(), HasSubstr("it is of another server"));
}

TEST_F(ACatalogCache, DoesNotUseWhatIsNotAFile) {
  std::filesystem::create_directories(file());
  EXPECT_THAT(problem(), HasSubstr("it is not a file of this user"));
  std::filesystem::remove(file());
  std::filesystem::create_symlink("/etc/passwd", file());
  EXPECT_THAT(problem(), HasSubstr("cannot open"));
}

TEST_F(ACatalogCache, DoesNotUseWhatIsLongerOrDeeperThanTheLimits) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  host_.changeable_limits.tools_per_server = 0;
  EXPECT_THAT(problem(), HasSubstr("limits.toolsPerServer"));
  put(text() + std::string(CatalogCache::kMaxBytes, ' '));
  EXPECT_THAT(problem(), HasSubstr("it is too long"));
}

TEST_F(ACatalogCache, ReplacesAFileThatItDoesNotUse) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  put("{");
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_EQ(problem(), "(none)");
}

// --- what cannot be written ------------------------------------------------------------------------------------------

TEST_F(ACatalogCache, ReportsThatItCannotWrite) {
  const CatalogCache cache(host_, temporary_.write("file", "") / "mcp-workbench");
  const auto written = cache.write(key(), catalog());
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("Not a directory"));
}

TEST_F(ACatalogCache, LeavesNothingBehindWhenItCannotWrite) {
  std::filesystem::create_directories(file() / "in the way");
  EXPECT_FALSE(cache_.write(key(), catalog()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1);
}

TEST_F(ACatalogCache, DoesNotKeepWhatIsTooLong) {
  EXPECT_FALSE(cache_.write(
      key(), catalog(R"({"name":"a","description":")" + std::string(CatalogCache::kMaxBytes, 'a') + "\"}")));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(ACatalogCache, DoesNotKeepACatalogThatListsNothing) {
  ASSERT_TRUE(cache_.write(key(), {}));
  EXPECT_FALSE(std::filesystem::exists(file()));
  ASSERT_TRUE(cache_.write(key(), catalog()));
  ASSERT_TRUE(cache_.write(key(), {}));
  EXPECT_FALSE(std::filesystem::exists(file())) << "what the server listed before is not what it lists now";
}

TEST_F(ACatalogCache, DoesNotKeepACatalogWithoutToolsOfAServerThatDeclaresThem) {
  StartupResult later = catalog();
  later.lists[0].clear();
  ASSERT_TRUE(cache_.write(key(), later));
  EXPECT_FALSE(std::filesystem::exists(file())) << "it may list them a moment later";
  later.capabilities = Json(R"({"prompts":{}})");
  ASSERT_TRUE(cache_.write(key(), later));
  EXPECT_TRUE(cache_.read(key()));
}

TEST_F(ACatalogCache, WithoutAFolderKeepsNothing) {
  const CatalogCache off(host_, {});
  EXPECT_TRUE(off.write(key(), catalog()));
  EXPECT_EQ(off.read(key()).error().kind, ErrorKind::not_found);
}

// --- files that are too many -----------------------------------------------------------------------------------------

/// A cache with files of other servers, the first of them the oldest.
class ACatalogCacheWithManyFiles : public ACatalogCache {
 protected:
  void SetUp() override {
    entry_.name = "first";
    ASSERT_TRUE(cache_.write(key(), catalog()));
    entry_.name = "files";
  }
  /// The name that a file of another server has.
  [[nodiscard]] static std::string name_of(std::size_t number) {
    const std::string digits = std::to_string(number);
    return std::string(64 - digits.size(), 'a') + digits + ".json";
  }
  /// A file in the folder that was written so long ago.
  void add(const std::string& name, std::chrono::hours age, std::uintmax_t bytes = 1) const {
    const std::filesystem::path path = folder() / name;
    std::ofstream{path};
    std::filesystem::resize_file(path, bytes);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
  }
  void add_many(std::size_t count, std::uintmax_t bytes = 1) const {
    for (std::size_t number = 0; number != count; ++number)
      add(name_of(number), std::chrono::hours(count - number), bytes);
  }
  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(folder() / name); }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder()), {}));
  }
};

TEST_F(ACatalogCacheWithManyFiles, RemovesTheOldestWhenANewOneIsMade) {
  add_many(CacheFiles::kMaxFiles);
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_EQ(count(), CacheFiles::kMaxFiles);
  EXPECT_FALSE(has(name_of(0)));
  EXPECT_FALSE(has(name_of(1)));
  EXPECT_TRUE(has(name_of(2)));
  EXPECT_TRUE(cache_.read(key()));
}

TEST_F(ACatalogCacheWithManyFiles, RemovesTheOldestWhenTheyAreTooLargeTogether) {
  constexpr std::uintmax_t kBytes = CacheFiles::kMaxBytes / 4;
  add_many(4, kBytes);
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_FALSE(has(name_of(0)));
  EXPECT_TRUE(has(name_of(1)));
  EXPECT_TRUE(cache_.read(key()));
}

TEST_F(ACatalogCacheWithManyFiles, KeepsThoseLongestWhoseServersHaveStartedLast) {
  ASSERT_TRUE(cache_.write(key(), catalog()));
  std::filesystem::last_write_time(file(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(9999));
  ASSERT_TRUE(cache_.write(key(), catalog())) << "which changes nothing, but is a start";
  add_many(CacheFiles::kMaxFiles);
  const std::filesystem::path confirmed = file();
  entry_.name = "another";
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_TRUE(std::filesystem::exists(confirmed));
}

TEST_F(ACatalogCacheWithManyFiles, RemovesWhatKilledProcessesHaveLeftAndNothingElse) {
  const std::string temporary = name_of(1) + ".a1B2c3";
  const std::string present = name_of(2) + ".a1B2c3";
  const std::vector<std::string> foreign{"notes.json", name_of(3) + ".old", name_of(4) + ".toolong",
                                         "A" + name_of(5).substr(1), name_of(6).substr(1)};
  add(temporary, std::chrono::hours(2));
  add(present, std::chrono::hours(0));
  for (const std::string& name : foreign) add(name, std::chrono::hours(9999), CacheFiles::kMaxBytes);
  ASSERT_TRUE(cache_.write(key(), catalog()));
  EXPECT_FALSE(has(temporary));
  EXPECT_TRUE(has(present)) << "another process may be writing it";
  for (const std::string& name : foreign) EXPECT_TRUE(has(name)) << name;
}

// --- several processes -----------------------------------------------------------------------------------------------

TEST_F(ACatalogCache, IsNeverReadInPartWhileTwoWriteIt) {
  const std::string small = R"({"name":"small"})";
  const std::string large = R"({"name":"large","description":")" + std::string(300'000, 'x') + "\"}";
  ASSERT_TRUE(cache_.write(key(), catalog(small)));
  std::atomic<int> writing = 2;
  const auto write = [&](const std::string& first, const std::string& second) {
    const CatalogCache own(host_, folder());
    for (int time = 0; time != 200; ++time) EXPECT_TRUE(own.write(key(), catalog(time % 2 == 0 ? first : second)));
    --writing;
  };
  std::thread one(write, small, large);
  std::thread other(write, large, small);
  while (writing > 0) {
    const auto read = cache_.read(key());
    EXPECT_TRUE(read) << read.error().message;
    const Json definition = read ? read->lists[0].front().definition : Json();
    EXPECT_TRUE(definition.text() == small || definition.text() == large);
  }
  one.join();
  other.join();
}

// --- the folder ------------------------------------------------------------------------------------------------------

TEST(TheFolderOfTheCatalogCache, FollowsTheXdgBaseDirectorySpecification) {
  const auto folder = [](const std::map<std::string, std::string>& variables) {
    return servers::catalog_cache_folder([&](std::string_view name) -> std::optional<std::string> {
      const auto found = variables.find(std::string(name));
      return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
  };
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", "/c"}, {"HOME", "/h"}}), "/c/mcp-workbench");
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", ""}, {"HOME", "/h"}}), "/h/.cache/mcp-workbench");
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", "relative"}, {"HOME", "/h"}}), "/h/.cache/mcp-workbench");
  EXPECT_EQ(folder({{"HOME", "relative"}}), "");
  EXPECT_EQ(folder({}), "");
}

}  // namespace
