// Stored runs for pictures, so that every processor draws the same model: a model trained in the test would
// differ by processor, as the order of sums differs.
#pragma once

#include <filesystem>
#include <string>

namespace attnlab::testing {

/// The archive NAME.tar.xz of a stored run, with the folder NAME in it.
std::filesystem::path stored_run_archive(const std::string& name);

/// Unpacks the stored runs that a script names, to `folder`, for its commands `model.load NAME` and
/// `models.load NAME`. Throws std::runtime_error with the reason.
void unpack_stored_runs(const std::string& script, const std::filesystem::path& folder);

}  // namespace attnlab::testing
