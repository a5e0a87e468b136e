#include "base/weak_handle.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace workbench::base {
namespace {

struct Server {
  int number = 7;
  WeakHandleSource<Server> handles{*this};
};

TEST(WeakHandle, FindsItsObjectUntilThatIsDestroyed) {
  auto server = std::make_unique<Server>();
  const WeakHandle<Server> handle = server->handles.handle();
  const WeakHandle<Server> copy = handle;
  ASSERT_EQ(handle.get(), server.get());
  EXPECT_EQ(copy.get()->number, 7);
  server.reset();
  EXPECT_EQ(handle.get(), nullptr);
  EXPECT_EQ(copy.get(), nullptr);
}

TEST(WeakHandle, OfNoObjectFindsNothing) {
  EXPECT_EQ(WeakHandle<Server>().get(), nullptr);
}

}  // namespace
}  // namespace workbench::base
