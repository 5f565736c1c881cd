// Scripts played in the real window, and their pictures beside stored ones.
//
// A stored picture that is missing fails its test, and leaves the new one beside the test for a look. To
// remake the stored ones: ATTNLAB_UPDATE_GOLDEN=1 ctest -R gui/, then look at each before it is committed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace attnlab::testing {

/// A mean difference of a level, and one pixel in a hundred that is plainly another: text drawn by another
/// version of a font library stays below, a matrix or a panel that is missing does not.
inline constexpr double kMostMean = 1.0;
inline constexpr double kMostChanged = 0.01;
/// In one small tile: a legend, a label or an outline that is missing is more.
inline constexpr double kMostChangedTile = 0.2;

/// Plays a script (a path, or a name in tests/gui/scripts) and expects it to end well. It may be played
/// twice: a virtual display on a loaded machine now and then swallows a key. What is wrong with the program
/// is wrong both times.
void expect_played(const std::filesystem::path& script, const std::filesystem::path& folder,
                   const std::vector<std::string>& more = {});

/// The program's own exit code and output.
ProcessResult play(const std::filesystem::path& script, const std::filesystem::path& folder,
                   const std::vector<std::string>& more = {});

/// Compares `made`, at half its size, with tests/gui/screens/`name`: as a whole, and tile by tile.
void expect_screen(const std::filesystem::path& made, const std::string& name);

}  // namespace attnlab::testing
