// Runs that pictures are taken of. They are stored, so that every processor draws the same model: one that
// the test trained itself would differ, as sums are taken in another order there.
#pragma once

#include <filesystem>
#include <string>

namespace attnlab::testing {

/// Where the runs are kept, each as NAME.tar.xz with the folder NAME in it.
std::filesystem::path stored_run_archive(const std::string& name);

/// Unpacks every stored run to `folder`, for the command `model.load NAME`. Throws std::runtime_error with
/// the reason.
void unpack_stored_runs(const std::filesystem::path& folder);

}  // namespace attnlab::testing
