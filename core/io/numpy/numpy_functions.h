// NumPy functions: one for each kind of operation, written to be read.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace attnlab {

/// Whether there is a NumPy function of this name.
bool has_numpy_function(std::string_view name);

/// Imports, the reader of safetensors files, and the comparison: the beginning of every script.
std::string_view numpy_frame();

/// The definitions of `names` and of the functions that they call, in reading order.
std::string numpy_functions(std::set<std::string, std::less<>> names);

}  // namespace attnlab
