// Page room: folder after folder.
#include "core/tensor/page_room.h"

namespace attnlab {

bool PageRoom::open(const std::vector<std::filesystem::path>& folders) {
  if (!obstacle.empty()) return false;
  for (auto next = folders.begin(); file == platform::kNoFile && next != folders.end(); ++next) {
    std::error_code error;
    file = platform::open_page_file(folder = *next, error);
    obstacle = error ? next->string() + ": " + error.message() : "";
  }
  if (folders.empty()) obstacle = "there are no temporary files here";
  return file != platform::kNoFile;
}

}  // namespace attnlab
