// Numbers as text, for commands, files and sentences.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

/// The shortest text that reads back as exactly this number; "inf", "-inf", "nan".
std::string shortest_text(double value);

/// "1 line", "3 lines".
std::string count_text(std::size_t count, std::string_view noun);

/// "0,2,1".
std::string index_text(std::span<const Index> index);

}  // namespace attnlab
