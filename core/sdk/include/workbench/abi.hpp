#pragma once

// The binary interface between host and plugin. It is C++, so both sides must have been built with the same properties:
// the parts below. They are joined into the name of a symbol that every plugin exports, so that the host can compare
// them by reading the file, before any code of the plugin runs.

#include <cstddef>  // defines the standard library's own macros

/// Increases by one with every change in this folder that breaks a plugin built before it: a virtual function added,
/// removed, moved or given another signature; a member of a struct added, removed or moved.
#define WORKBENCH_ABI_VERSION 15

#if defined(__GXX_ABI_VERSION)
#define WORKBENCH_ABI_COMPILER itanium
#else
#define WORKBENCH_ABI_COMPILER unknown
#endif

#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI && defined(_GLIBCXX_DEBUG)
#define WORKBENCH_ABI_LIBRARY libstdcxx_cxx11_debug
#elif defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
#define WORKBENCH_ABI_LIBRARY libstdcxx_cxx11
#elif defined(__GLIBCXX__)
#define WORKBENCH_ABI_LIBRARY libstdcxx_cxx98
#elif defined(_LIBCPP_VERSION)
#define WORKBENCH_ABI_LIBRARY libcxx
#else
#define WORKBENCH_ABI_LIBRARY unknown
#endif

// A sanitizer changes no layout, but an instrumented plugin ends an uninstrumented host inside dlopen.
#if defined(__SANITIZE_THREAD__)
#define WORKBENCH_ABI_SANITIZER tsan
#elif defined(__SANITIZE_ADDRESS__)
#define WORKBENCH_ABI_SANITIZER asan
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WORKBENCH_ABI_SANITIZER tsan
#elif __has_feature(address_sanitizer)
#define WORKBENCH_ABI_SANITIZER asan
#endif
#endif
#ifndef WORKBENCH_ABI_SANITIZER
#define WORKBENCH_ABI_SANITIZER plain
#endif

#define WORKBENCH_ABI_JOIN_(version, compiler, library, sanitizer) \
  workbench_abi_##version##__##compiler##__##library##__##sanitizer
#define WORKBENCH_ABI_JOIN(version, compiler, library, sanitizer) \
  WORKBENCH_ABI_JOIN_(version, compiler, library, sanitizer)

/// For example `workbench_abi_15__itanium__libstdcxx_cxx11__plain`.
#define WORKBENCH_ABI_SYMBOL \
  WORKBENCH_ABI_JOIN(WORKBENCH_ABI_VERSION, WORKBENCH_ABI_COMPILER, WORKBENCH_ABI_LIBRARY, WORKBENCH_ABI_SANITIZER)
