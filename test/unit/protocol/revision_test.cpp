#include "protocol/revision.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench::protocol;

TEST(Revision, IsFoundByTheNameThatItHas) {
  for (const Revision revision : kLegacyRevisions) EXPECT_EQ(find_revision(name_of(revision)), revision);
  EXPECT_EQ(find_revision("2026-07-28"), std::nullopt);
  EXPECT_EQ(find_revision(""), std::nullopt);
}

TEST(Revision, NamesAreListedNewestFirst) {
  EXPECT_EQ(revision_names(), "2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05");
}

TEST(Revision, OnlyOneHasBatches) {
  for (const Revision revision : kLegacyRevisions) EXPECT_EQ(has_batches(revision), revision == Revision::v2025_03_26);
}

}  // namespace
