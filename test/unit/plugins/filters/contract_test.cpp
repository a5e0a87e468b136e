// The filters keep what every tool filter promises.

#include <workbench/testing/tool_filter_contract.hpp>

#include "name_filter.hpp"
#include "wildcard_filter.hpp"

namespace workbench::test {

struct AName {
  std::unique_ptr<ToolFilter> make() { return *make_name_filter("read_file"); }
};
struct AWildcard {
  std::unique_ptr<ToolFilter> make() { return *make_wildcard_filter("*_f?le*"); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Name, ToolFilterContract, AName);
INSTANTIATE_TYPED_TEST_SUITE_P(Wildcard, ToolFilterContract, AWildcard);

}  // namespace workbench::test
