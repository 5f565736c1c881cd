// Paths as people read them.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// `path` with a leading "~" replaced by the home folder.
std::string expand_home(std::string_view path);

/// The program's folder for one kind of the user's data: within $`variable` (XDG Base Directory
/// Specification), or within `usual` in the home folder, ".local/state"; "" where there is neither.
std::string user_folder(const char* variable, std::string_view usual);

/// How much of a path that is being typed names a folder, with the last separator; 0 where there is none.
std::size_t folder_length(std::string_view typed);

/// The whole path of a file or folder, with "~" for the home folder: "~/figures/steps.svg".
std::string shown_path(const std::string& path);

}  // namespace attnlab
