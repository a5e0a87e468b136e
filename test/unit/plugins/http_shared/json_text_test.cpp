#include "http-shared/json_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::http {
namespace {

TEST(HasMoreElements, CountsThoseOfTheOuterArrayAlone) {
  EXPECT_FALSE(has_more_elements(Json("[]"), 1));
  EXPECT_FALSE(has_more_elements(Json(R"([ 1 , {"a":[1,2,3],"b":"],\\\",["} ])"), 2));
  EXPECT_TRUE(has_more_elements(Json(R"([ 1 , {"a":[1,2,3],"b":"],\\\",["} ])"), 1));
  EXPECT_FALSE(has_more_elements(Json(R"([[[1,2],3],"\\",[]])"), 3));
  EXPECT_TRUE(has_more_elements(Json(R"([[[1,2],3],"\\",[]])"), 2));
}

}  // namespace
}  // namespace workbench::http
