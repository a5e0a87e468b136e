#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include <workbench/move_only_function.hpp>

namespace workbench {
namespace {

using Function = MoveOnlyFunction<int(int)>;

TEST(MoveOnlyFunction, CallsASmallCallableThatWasMoved) {
  int calls = 0;
  Function first = [&calls](int number) { return calls += number; };

  Function second = std::move(first);

  EXPECT_EQ(second(1), 1);
  EXPECT_EQ(second(2), 3);
  EXPECT_FALSE(static_cast<bool>(first));
}

TEST(MoveOnlyFunction, CallsALargeCallableThatWasMoved) {
  const std::array<int, 100> large{7};
  Function first = [large, more = 0](int number) mutable { return more += large[0] * number; };

  Function second;
  second = std::move(first);

  EXPECT_EQ(second(1), 7);
  EXPECT_EQ(second(2), 21);
  EXPECT_FALSE(static_cast<bool>(first));
}

TEST(MoveOnlyFunction, DestroysOnceWhatItCaptured) {
  const auto owned = std::make_shared<int>(1);
  {
    Function first = [owned](int number) { return *owned + number; };
    Function second = std::move(first);
    EXPECT_EQ(owned.use_count(), 2);
    second = [](int) { return 0; };
    EXPECT_EQ(owned.use_count(), 1);
    second = [owned](int number) { return *owned + number; };
  }

  EXPECT_EQ(owned.use_count(), 1);
}

TEST(MoveOnlyFunction, IsEmptyFromNothingAndAfterNothingWasAssigned) {
  EXPECT_FALSE(static_cast<bool>(Function()));
  EXPECT_FALSE(static_cast<bool>(Function(nullptr)));

  Function function = [](int number) { return number; };
  ASSERT_TRUE(static_cast<bool>(function));
  function = nullptr;
  EXPECT_FALSE(static_cast<bool>(function));
}

TEST(MoveOnlyFunction, AcceptsArgumentsThatCannotBeCopied) {
  MoveOnlyFunction<std::string(std::unique_ptr<std::string>)> function = [](std::unique_ptr<std::string> text) {
    return *text;
  };

  EXPECT_EQ(function(std::make_unique<std::string>("whole")), "whole");
}

}  // namespace
}  // namespace workbench
