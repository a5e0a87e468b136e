/* Loaded into the workbench under valgrind, which does not know pidfd_open (as of 3.19): gives it a descriptor on which
 * nothing happens. The workbench does not notice then that a launcher has ended, which the measurement does not need.
 */

#include <errno.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; ++i) arguments[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_pidfd_open) return eventfd(0, EFD_CLOEXEC);
  long result = number;
  register long fourth __asm__("r10") = arguments[3];
  register long fifth __asm__("r8") = arguments[4];
  register long sixth __asm__("r9") = arguments[5];
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}
