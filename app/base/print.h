// print: text on the standard output.
#pragma once

#include <cstdio>
#include <string_view>

namespace attnlab {

inline void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace attnlab
