// Scripts played in the real window, and their pictures beside stored ones.
//
// A stored picture that is missing fails its test, and leaves the new one beside the test for a look. To
// remake the stored ones: ATTNLAB_UPDATE_GOLDEN=1 ctest -R gui/Pictures, look at each, and pack them before
// they are committed: pngquant --nofs --force --speed 1 240 NAME -o NAME; optipng NAME.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace attnlab::testing {

/// Plays a script (a path, or a name in tests/gui/scripts) in `folder`, to which the stored runs are
/// unpacked, and expects success. A failed script is played twice: a virtual display on a loaded machine
/// sometimes loses a key, but a fault of the program fails twice.
void expect_played(const std::filesystem::path& script, const std::filesystem::path& folder,
                   const std::vector<std::string>& more = {});

/// Writes long.mo and mirrored.mo of scripts/messages.sh into `folder`.
void make_languages(const std::filesystem::path& folder);

/// The program's own exit code and output.
ProcessResult play(const std::filesystem::path& script, const std::filesystem::path& folder,
                   const std::vector<std::string>& more = {});

/// Plays a script, and compares each of its screenshots with the stored one of that name in
/// tests/gui/screens, at half its size. A script that lets a model learn before its last screenshot fails:
/// other processors round differently, and after some steps the numbers differ.
void expect_pictures(const std::filesystem::path& script, const std::filesystem::path& folder,
                     const std::vector<std::string>& more = {});

}  // namespace attnlab::testing
