// A program needs a source file; this one has the precompiled headers of tests, and gtest_main.
