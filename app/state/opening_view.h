// OpeningView: what is being opened, as the window shows it.
#pragma once

#include <optional>
#include <string>

namespace attnlab {

struct OpeningView {
  std::string name;             ///< of the preset, the file or the folder
  bool lasting = false;         ///< it has taken a while, and the user may stop it
  bool stopping = false;        ///< the user has
  std::optional<double> share;  ///< how many of its numbers are read, 0 to 1; none: nothing of that kind is
};

}  // namespace attnlab
