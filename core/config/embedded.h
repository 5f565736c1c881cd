// A file compiled into the program: its name and its bytes.
#pragma once

#include <string_view>

namespace attnlab {

/// One embedded file. `bytes` lives as long as the program.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

}  // namespace attnlab
