#include "schema_repair/tree.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace workbench::schema_repair {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts_in(const Tree& tree, NodeId node) {
  std::vector<std::string> texts;
  for (const NodeId child : tree.children(node)) texts.emplace_back(tree.text(child));
  return texts;
}

TEST(Tree, FindsAMemberWhoseKeyHasEscapes) {
  const Tree tree(R"({"x":{"type":1},"\u0074ype":[2,{"type":3}],"type":4})");
  EXPECT_EQ(tree.text(tree.member(Tree::kRoot, "type")), R"([2,{"type":3}])");
  EXPECT_EQ(tree.member(Tree::kRoot, "y"), kNoNode);
}

TEST(Tree, HasTheValuesOfObjectsAndArrays) {
  const Tree tree(R"({"a" : [1, {"b":"\u0063"}] , "d":null})");
  const NodeId list = tree.member(Tree::kRoot, "a");
  EXPECT_THAT(texts_in(tree, Tree::kRoot), ElementsAre(R"([1, {"b":"\u0063"}])", "null"));
  EXPECT_THAT(texts_in(tree, list), ElementsAre("1", R"({"b":"\u0063"})"));
  const NodeId string = tree.member(tree.next(tree.first_child(list)), "b");
  EXPECT_EQ(tree.characters(string), "c");
  EXPECT_EQ(tree.parent(tree.parent(string)), list);
}

TEST(Tree, DoesNotHaveTheValuesInsideTheDataOfASchema) {
  const Tree tree(
      R"({"inputSchema":{"default":[1],"allOf":[{"enum":[[2]]}],"properties":{"p":{"const":{"a":3},"examples":[4]}}}})");
  const NodeId schema = tree.member(Tree::kRoot, "inputSchema");
  const NodeId value = tree.member(schema, "default");
  EXPECT_EQ(tree.text(value), "[1]");
  EXPECT_THAT(texts_in(tree, value), IsEmpty());
  EXPECT_TRUE(tree.is_data(value));
  EXPECT_EQ(tree.size(),
            10U);  // the root, 4 containers of schemas, the 2 in allOf and properties, 4 values that are data
}

TEST(Tree, HasTheValuesInWhatIsOnlyCalledLikeData) {
  EXPECT_EQ(Tree(R"({"inputSchema":{"properties":{"default":{"items":{}}}}})").size(), 5U);
  EXPECT_EQ(Tree(R"({"inputSchema":{"x":{"default":[1]}}})").size(), 5U);
  EXPECT_EQ(Tree(R"({"_meta":{"default":[1]}})").size(), 4U);
}

}  // namespace
}  // namespace workbench::schema_repair
