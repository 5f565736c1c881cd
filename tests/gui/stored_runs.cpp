// Unpacks the stored runs by CMake's tar, which every machine that builds the tests has.
#include "tests/gui/stored_runs.h"

#include <sstream>
#include <stdexcept>

#include "tests/support/process.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kArchives = fs::path(ATTNLAB_SOURCE_DIR) / "tests/runs/pictures";

/// Whether a line of the script loads the run.
bool loads(const std::string& script, const std::string& run) {
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);)
    if (line == "model.load " + run || line == "models.load " + run) return true;
  return false;
}

}  // namespace

fs::path stored_run_archive(const std::string& name) { return kArchives / (name + ".tar.xz"); }

void unpack_stored_runs(const std::string& script, const fs::path& folder) {
  ProcessOptions there;
  there.folder = folder;
  for (const auto& archive : fs::directory_iterator(kArchives)) {
    const std::string name = archive.path().filename().string(), run = name.substr(0, name.find('.'));
    if (!loads(script, run) || fs::exists(folder / run)) continue;
    const ProcessResult unpacked =
        run_process({ATTNLAB_CMAKE, "-E", "tar", "xf", archive.path().string()}, there);
    if (unpacked.exit_code != 0)
      throw std::runtime_error(archive.path().string() + " cannot be unpacked: " + unpacked.errors);
  }
}

}  // namespace attnlab::testing
