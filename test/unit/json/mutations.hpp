#pragma once

#include <cstddef>
#include <functional>
#include <string>

/// Damages sample messages in `count` ways, the same ones in every run, and shows each to `visit`.
void for_each_mutation(std::size_t count, const std::function<void(const std::string& text)>& visit);

/// Shows `count` valid messages to `visit`, the same ones in every run, with long strings of backslashes and quotes,
/// long numbers and many blanks.
void for_each_long_run(std::size_t count, const std::function<void(const std::string& text)>& visit);
