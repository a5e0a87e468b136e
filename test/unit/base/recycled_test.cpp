#include "base/recycled.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace {

using namespace workbench;

class Small final : public base::Recycled<Small> {
 public:
  std::array<std::size_t, 4> content{1, 2, 3, 4};
};

TEST(Recycled, ObjectsThatLiveAtTheSameTimeShareNoMemory) {
  std::vector<std::unique_ptr<Small>> objects;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t index = 0; index < 600; ++index) {
      objects.push_back(std::make_unique<Small>());
      objects.back()->content.fill(index);
    }
    for (std::size_t index = 0; index < 600; ++index) {
      EXPECT_EQ(objects[index]->content, (std::array<std::size_t, 4>{index, index, index, index}));
    }
    objects.clear();
  }
}

TEST(Recycled, TheMemoryOfAnObjectIsThatOfTheNext) {
#if defined(WORKBENCH_ASAN)
  GTEST_SKIP() << "so that the use of a freed object is found";
#endif
  auto object = std::make_unique<Small>();
  const void* const memory = object.get();
  object.reset();
  object = std::make_unique<Small>();
  EXPECT_EQ(object.get(), memory);
}

TEST(Recycled, AnObjectMayBeDestroyedOnAnotherThread) {
  for (int round = 0; round < 10; ++round) {
    std::vector<std::unique_ptr<Small>> objects(1'000);
    for (auto& object : objects) object = std::make_unique<Small>();
    std::thread([passed = std::move(objects)]() mutable { passed.clear(); }).join();
  }
}

TEST(RecyclingAllocator, MakesWhatIsShared) {
  std::vector<std::shared_ptr<const std::string>> texts;
  for (int index = 0; index < 600; ++index) {
    texts.push_back(std::allocate_shared<const std::string>(base::RecyclingAllocator<const std::string>(), 100, 'x'));
  }
  for (const auto& text : texts) EXPECT_EQ(*text, std::string(100, 'x'));
}

}  // namespace
