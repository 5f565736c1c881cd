// Unpacks the stored runs by CMake's tar, which every machine that builds the tests has.
#include "tests/gui/stored_runs.h"

#include <stdexcept>

#include "tests/support/process.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kArchives = fs::path(ATTNLAB_SOURCE_DIR) / "tests/runs/pictures";

}  // namespace

fs::path stored_run_archive(const std::string& name) { return kArchives / (name + ".tar.xz"); }

void unpack_stored_runs(const fs::path& folder) {
  ProcessOptions there;
  there.folder = folder;
  for (const auto& archive : fs::directory_iterator(kArchives)) {
    const ProcessResult unpacked =
        run_process({ATTNLAB_CMAKE, "-E", "tar", "xf", archive.path().string()}, there);
    if (unpacked.exit_code != 0)
      throw std::runtime_error(archive.path().string() + " cannot be unpacked: " + unpacked.errors);
  }
}

}  // namespace attnlab::testing
