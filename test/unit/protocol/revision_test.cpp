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

TEST(Revision, HasWhatItsSpecificationHas) {
  EXPECT_FALSE(has_audio(Revision::v2024_11_05));
  EXPECT_TRUE(has_audio(Revision::v2025_03_26));
  EXPECT_FALSE(has_structured_content(Revision::v2025_03_26));
  EXPECT_TRUE(has_structured_content(Revision::v2025_06_18));
  EXPECT_FALSE(has_url_elicitation(Revision::v2025_06_18));
  EXPECT_TRUE(has_url_elicitation(kModernRevision));
  EXPECT_TRUE(has_elicitation_ids(Revision::v2025_11_25));
  EXPECT_FALSE(has_elicitation_ids(kModernRevision));
}

TEST(Revision, OfTheModernEraIsNotNegotiated) {
  EXPECT_TRUE(is_modern(kModernRevision));
  for (const Revision revision : kLegacyRevisions) EXPECT_FALSE(is_modern(revision));
}

TEST(Revision, OlderThanTheOldestIsSpokenAsTheOldest) {
  EXPECT_EQ(workbench::protocol::spoken_for("2024-10-07"), workbench::protocol::Revision::v2024_11_05);
  EXPECT_EQ(workbench::protocol::spoken_for("2025-06-18"), workbench::protocol::Revision::v2025_06_18);
  for (const char* name :
       {"1999-01-01", "2025-01-01", "2026-07-28", "2030-01-01", "2024-1-007", "1.0.0", "", "2024-10-07 "}) {
    EXPECT_FALSE(workbench::protocol::spoken_for(name)) << name;
  }
}

}  // namespace
