#include "client_files/docker_catalog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client_files/docker_expression.hpp"
#include "client_files/document.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(DockerCatalog, IsReadForTheServersThatAreWantedAlone) {
  const std::string text =
      "# made\nname: x\nregistry:\n  a:\n    image: A\n\n    tools:\n      - b:\n  'b':\n    image: B\n  c: {image: "
      "C}\n"
      "other:\n  a:\n    image: no\n";
  EXPECT_EQ(only_entries(text, {"a"}), "registry:\n  a:\n    image: A\n\n    tools:\n      - b:\n");
  EXPECT_EQ(only_entries(text, {"b", "c"}), "registry:\n  'b':\n    image: B\n  c: {image: C}\n");
  EXPECT_EQ(only_entries(text, {"d"}), "");
  EXPECT_EQ(only_entries("{registry: {a: {image: A}}}", {"a"}), "");
}

TEST(DockerCatalog, MayBeLargerThanOtherFilesOfItsFormat) {
  const test_support::TemporaryFolder folder;
  std::string text = "registry:\n";
  for (int i = 0; text.size() < 2 * max_bytes_of(Format::yaml); ++i) {
    text += "  s" + std::to_string(i) + ":\n    image: i" + std::to_string(i) + "\n";
  }
  std::filesystem::create_directories(folder.path() / "catalogs");
  folder.write("catalogs/docker-mcp.yaml", text);
  const DockerCatalog catalog(folder.path(), {"s777"});
  ASSERT_NE(catalog.find("s777"), nullptr);
  EXPECT_EQ(catalog.find("s777")->find("image")->text, "i777");
  EXPECT_EQ(catalog.find("s778"), nullptr);
}

TEST(DockerCatalog, ThatCannotBeReadHasNoEntries) {
  const test_support::TemporaryFolder folder;
  EXPECT_EQ(DockerCatalog(folder.path(), {"a"}).find("a"), nullptr);
  std::filesystem::create_directories(folder.path() / "catalogs");
  folder.write("catalogs/docker-mcp.yaml", "registry:\n  a: [\n");
  EXPECT_EQ(DockerCatalog(folder.path(), {"a"}).find("a"), nullptr);
}

class DockerExpression : public testing::Test {
 protected:
  auto values(std::string_view text) const { return docker_values(text, *settings_.root); }

  const Document settings_ = parse("s:\n  one: x\n  flag: true\n  n: 5\n  list: [a, b]\n  none: []\n", Format::yaml);
};

TEST_F(DockerExpression, IsReplacedByWhatItsUserHasSet) {
  EXPECT_THAT(values("plain"), Optional(ElementsAre("plain")));
  EXPECT_THAT(values("{{s.one}}"), Optional(ElementsAre("x")));
  EXPECT_THAT(values("{{ s . one }}/{{s.flag}}-{{s.n}}"), Optional(ElementsAre("x/true-5")));
  EXPECT_THAT(values("{{s.list}}"), Optional(ElementsAre("a", "b")));
  EXPECT_THAT(values("{{s.missing}}"), Optional(ElementsAre("")));
  EXPECT_THAT(values("{{s.one"), Optional(ElementsAre("{{s.one")));
}

TEST_F(DockerExpression, AppliesItsFunctions) {
  EXPECT_THAT(values("{{s.list|volume|into}}"), Optional(ElementsAre("a:a", "b:b")));
  EXPECT_THAT(values("{{s.list|volume-target|into}}"), Optional(ElementsAre("a", "b")));
  EXPECT_THAT(values("{{s.list|first}}"), Optional(ElementsAre("a")));
  EXPECT_THAT(values("{{s.list|last}}"), Optional(ElementsAre("b")));
  EXPECT_THAT(values("{{s.list|mount_as:/w}}"), Optional(ElementsAre("a:/w")));
  EXPECT_THAT(values("{{s.missing|or:y}}"), Optional(ElementsAre("y")));
  EXPECT_THAT(values("{{s.one|or:y}}"), Optional(ElementsAre("x")));
  EXPECT_THAT(values("{{s.none|or:[]}}"), Optional(IsEmpty()));
  EXPECT_EQ(values("{{s.one|reversed}}"), std::nullopt);
}

}  // namespace
}  // namespace workbench::client_files
