// Stored runs for pictures, so that every processor draws the same model: a model trained in the test would
// differ by processor, as the order of sums differs.
#pragma once

#include <filesystem>
#include <string>

namespace attnlab::testing {

/// The archive NAME.tar.xz of a stored run, with the folder NAME in it.
std::filesystem::path stored_run_archive(const std::string& name);

/// Unpacks every stored run to `folder`, for the command `model.load NAME`. Throws std::runtime_error with
/// the reason.
void unpack_stored_runs(const std::filesystem::path& folder);

}  // namespace attnlab::testing
