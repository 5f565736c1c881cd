// Paths as people read them.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// `path` with a leading "~/" replaced by the home folder.
std::string expand_home(std::string_view path);

/// The whole path of a file or folder, with "~" for the home folder: "~/figures/steps.svg".
std::string shown_path(const std::string& path);

}  // namespace attnlab
