#include <workbench/testing/echo_program.hpp>

int main() {
  return workbench::test::run_echo_program();
}
