#include "base/id_slots.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

namespace {

using workbench::base::IdSlots;

TEST(IdSlots, AValueIsFoundUnderItsIdUntilItIsExtracted) {
  IdSlots<int> slots;
  EXPECT_EQ(slots.find(1), nullptr);
  slots.insert(1, 10);
  ASSERT_NE(slots.find(1), nullptr);
  EXPECT_EQ(*slots.find(1), 10);
  EXPECT_EQ(slots.extract(1), 10);
  EXPECT_EQ(slots.extract(1), std::nullopt);
  EXPECT_TRUE(slots.empty());
}

TEST(IdSlots, ZeroIsNotAnId) {
  IdSlots<int> slots;
  slots.insert(1, 10);
  EXPECT_EQ(slots.find(0), nullptr);
  EXPECT_EQ(slots.extract(0), std::nullopt);
}

TEST(IdSlots, AnIdWithThePlaceOfAnotherOneIsNotTakenForIt) {
  IdSlots<int> slots;
  slots.insert(3, 30);
  for (std::uint64_t far = 16; far <= 1'000'000; far *= 2) EXPECT_EQ(slots.find(3 + far), nullptr);
}

TEST(IdSlots, AValueThatStaysIsFoundHoweverManyComeAndGo) {
  IdSlots<std::unique_ptr<int>> slots;
  slots.insert(1, std::make_unique<int>(10));
  for (std::uint64_t id = 2; id <= 100'000; ++id) {
    slots.insert(id, std::make_unique<int>(0));
    ASSERT_TRUE(slots.extract(id));
  }
  ASSERT_NE(slots.find(1), nullptr);
  EXPECT_EQ(**slots.find(1), 10);
  EXPECT_EQ(slots.size(), 1U);
  EXPECT_EQ(**slots.extract(1), 10);
  EXPECT_TRUE(slots.empty());
}

TEST(IdSlots, VisitsEachValueOnceUntilTheVisitorHasSeenEnough) {
  IdSlots<int> slots;
  for (int id = 1; id <= 10'000; ++id) slots.insert(static_cast<std::uint64_t>(id), id);
  std::map<std::uint64_t, int> seen;
  slots.for_each([&](std::uint64_t id, int value) { EXPECT_TRUE(seen.emplace(id, value).second); });
  EXPECT_EQ(seen.size(), 10'000U);
  int visits = 0;
  EXPECT_FALSE(slots.all_of([&](std::uint64_t, int) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
}

TEST(IdSlots, GivesAllOutAtOnce) {
  IdSlots<int> slots;
  slots.insert(1, 1);
  for (int id = 5'000; id <= 15'000; ++id) slots.insert(static_cast<std::uint64_t>(id), 1);
  EXPECT_EQ(slots.extract_all(), std::vector<int>(10'002, 1));
  EXPECT_TRUE(slots.empty());
  EXPECT_EQ(slots.any(), nullptr);
}

TEST(IdSlots, HoldsWhatAMapHoldsAfterAnyOrderOfCalls) {
  std::mt19937 random(17);  // NOLINT: the same numbers each time
  IdSlots<int> slots;
  std::map<std::uint64_t, int> expected;
  std::uint64_t last_id = 0;
  for (int step = 0; step < 50'000; ++step) {
    const bool fills = (step / 8'000) % 2 == 0;  // by turns, more come than go
    if (expected.empty() || random() % 3 < (fills ? 2U : 1U)) {
      ++last_id;
      slots.insert(last_id, step);
      expected.emplace(last_id, step);
    } else {
      const auto any = expected.lower_bound(random() % last_id);
      const auto entry = any == expected.end() ? expected.begin() : any;
      ASSERT_EQ(slots.extract(entry->first), entry->second);
      expected.erase(entry);
    }
    ASSERT_EQ(slots.size(), expected.size());
  }
  std::map<std::uint64_t, int> held;
  slots.for_each([&](std::uint64_t id, int value) { held.emplace(id, value); });
  EXPECT_EQ(held, expected);
}

}  // namespace
