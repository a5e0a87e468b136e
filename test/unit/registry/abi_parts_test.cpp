#include "registry/abi_parts.hpp"

#include <gtest/gtest.h>

namespace workbench {
namespace {

constexpr std::string_view kOurs = "workbench_abi_1__itanium__libstdcxx_cxx11__plain";

TEST(AbiParts, OfOurselvesAreNamedAsPluginsNameThem) {
  EXPECT_EQ(registry::own_abi_symbol().substr(0, registry::kAbiSymbolPrefix.size()), registry::kAbiSymbolPrefix);
  EXPECT_EQ(registry::own_abi_symbol().find("WORKBENCH"), std::string_view::npos) << "a macro was not expanded";
}

TEST(AbiParts, ThatAreAlikeDoNotDiffer) {
  EXPECT_EQ(registry::abi_difference(kOurs, kOurs), "");
}

TEST(AbiParts, NameBothVersions) {
  EXPECT_EQ(registry::abi_difference("workbench_abi_2__itanium__libstdcxx_cxx11__plain", kOurs),
            "ABI version 2 (here 1)");
}

TEST(AbiParts, NameBothStandardLibraries) {
  EXPECT_EQ(registry::abi_difference("workbench_abi_1__itanium__libcxx__plain", kOurs),
            "standard library libc++ (here libstdc++)");
  EXPECT_EQ(registry::abi_difference("workbench_abi_1__itanium__libstdcxx_cxx98__plain", kOurs),
            "standard library libstdc++ with _GLIBCXX_USE_CXX11_ABI=0 (here libstdc++)");
  EXPECT_EQ(registry::abi_difference("workbench_abi_1__itanium__libstdcxx_cxx11_debug__plain", kOurs),
            "standard library libstdc++ in debug mode (here libstdc++)");
}

TEST(AbiParts, NameEveryPartThatDiffers) {
  EXPECT_EQ(registry::abi_difference("workbench_abi_3__unknown__libcxx__asan", kOurs),
            "ABI version 3 (here 1), compiler ABI unknown (here Itanium C++ (g++, clang++)), standard library libc++ "
            "(here libstdc++), sanitizer AddressSanitizer (here none)");
}

TEST(AbiParts, OfASchemeThatWeDoNotKnowAreShownAsTheyAre) {
  EXPECT_EQ(registry::abi_difference("workbench_abi_9__something", kOurs),
            "ABI workbench_abi_9__something (here workbench_abi_1__itanium__libstdcxx_cxx11__plain)");
  EXPECT_EQ(registry::abi_difference("workbench_abi_9__a__b__c__d", kOurs),
            "ABI workbench_abi_9__a__b__c__d (here workbench_abi_1__itanium__libstdcxx_cxx11__plain)");
}

}  // namespace
}  // namespace workbench
