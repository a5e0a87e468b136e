#include "gateway/requests/resource_links.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using workbench::Json;
using workbench::gateway::ResourceLinks;

const ResourceLinks::Origin kFiles{"dev", "files"};
const ResourceLinks::Origin kMail{"dev", "mail"};

Json result_with(const std::string& uri) {
  return Json(R"({"content":[{"type":"resource_link","name":"n","uri":")" + uri + R"("}]})");
}

TEST(ResourceLinks, RememberTheServersThatHaveNamedAResource) {
  ResourceLinks links;
  links.learn(kFiles, result_with("file:///a"));
  links.learn(kMail, result_with("file:///a"));
  links.learn(kMail, result_with("file:///b"));
  EXPECT_TRUE(links.has(kFiles, "file:///a"));
  EXPECT_TRUE(links.has(kMail, "file:///a"));
  EXPECT_FALSE(links.has(kFiles, "file:///b"));
}

TEST(ResourceLinks, AreNotForgottenForThoseOfOtherServers) {
  ResourceLinks links;
  links.learn(kFiles, result_with("file:///a"));
  for (std::size_t number = 0; number <= ResourceLinks::kMaxLinks; ++number) {
    links.learn(kMail, result_with("mail:" + std::to_string(number)));
  }
  EXPECT_TRUE(links.has(kFiles, "file:///a"));
  EXPECT_FALSE(links.has(kMail, "mail:0"));
  EXPECT_TRUE(links.has(kMail, "mail:1"));
}

TEST(ResourceLinks, AreForgottenOnceManyLongOnesHaveBeenNamed) {
  ResourceLinks links;
  links.learn(kFiles, result_with("file:///first"));
  const std::string long_path(8'000, 'x');
  std::string last;
  for (int number = 0; number < 200; ++number) {
    last = "file:///" + std::to_string(number) + long_path;
    links.learn(kFiles, result_with(last));
  }
  EXPECT_FALSE(links.has(kFiles, "file:///first"));
  EXPECT_TRUE(links.has(kFiles, last));
}

TEST(ResourceLinks, AreNotRememberedIfTheyAreVeryLong) {
  ResourceLinks links;
  const std::string uri = "file:///" + std::string(ResourceLinks::kMaxUriBytes, 'x');
  links.learn(kFiles, result_with("file:///first"));
  links.learn(kFiles, result_with(uri));
  EXPECT_FALSE(links.has(kFiles, uri));
  EXPECT_TRUE(links.has(kFiles, "file:///first"));
}

}  // namespace
