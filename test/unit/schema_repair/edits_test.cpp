#include "schema_repair/edits.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace workbench::schema_repair {
namespace {

/// `text` without these members of its root, and with `first` in front of the others.
std::string without(std::string_view text, std::initializer_list<std::string_view> names, std::string first = {}) {
  const Tree tree(text);
  Edits edits;
  for (const std::string_view name : names) edits.remove(tree.member(Tree::kRoot, name));
  if (!first.empty()) edits.put_first(Tree::kRoot, std::move(first));
  return edits.applied_to(tree);
}

TEST(Edits, RemoveACommaWithTheMember) {
  constexpr std::string_view kText = R"({ "a" : 1 , "b" : [2] , "c" : {"d":3} })";
  EXPECT_EQ(without(kText, {"a"}), R"({ "b" : [2] , "c" : {"d":3} })");
  EXPECT_EQ(without(kText, {"b"}), R"({ "a" : 1 , "c" : {"d":3} })");
  EXPECT_EQ(without(kText, {"c"}), R"({ "a" : 1 , "b" : [2] })");
  EXPECT_EQ(without(kText, {"a", "b"}), R"({ "c" : {"d":3} })");
  EXPECT_EQ(without(kText, {"b", "c"}), R"({ "a" : 1 })");
  EXPECT_EQ(without(kText, {"a", "c"}), R"({ "b" : [2] })");
  EXPECT_EQ(without(kText, {"a", "b", "c"}), R"({  })");
}

TEST(Edits, PutAMemberFirstWithACommaIfOneFollows) {
  EXPECT_EQ(without("{}", {}, R"("x":0)"), R"({"x":0})");
  EXPECT_EQ(without(R"({"a":1})", {}, R"("x":0)"), R"({"x":0,"a":1})");
  EXPECT_EQ(without(R"({"a":1})", {"a"}, R"("x":0)"), R"({"x":0})");
  EXPECT_EQ(without(R"({"a":1,"b":2})", {"a"}, R"("x":0)"), R"({"x":0,"b":2})");
}

TEST(Edits, InsideARemovedValueHaveNoEffect) {
  const Tree tree(R"({"a":{"b":1},"c":2})");
  const NodeId a = tree.member(Tree::kRoot, "a");
  Edits edits;
  edits.replace(tree.member(a, "b"), "7");
  edits.remove(tree.member(a, "b"));
  edits.remove(a);
  EXPECT_EQ(edits.applied_to(tree), R"({"c":2})");
}

TEST(Edits, OfAKeyAndOfItsValueAreBothMade) {
  const Tree tree(R"({"a" : "\u0062"})");
  const NodeId a = tree.member(Tree::kRoot, "a");
  Edits edits;
  edits.rename(a, R"("x")");
  edits.replace(a, "[]");
  EXPECT_EQ(edits.applied_to(tree), R"({"x" : []})");
}

}  // namespace
}  // namespace workbench::schema_repair
