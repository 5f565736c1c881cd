// Looks for the font that has a letter in the folders of Windows.
#include <array>

#include "app/theme/font_folders.h"
#include "core/platform/environment.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// Plain ones first: for Latin and its neighbours, Chinese, Japanese, Korean, the scripts of India and the
/// rest.
constexpr std::string_view kPreferred[] = {"segoeui.ttf", "msyh.ttc",    "yugothm.ttc",  "msgothic.ttc",
                                           "malgun.ttf",  "nirmala.ttf", "nirmala.ttc",  "leelawui.ttf",
                                           "ebrima.ttf",  "gadugi.ttf",  "seguisym.ttf", "seguihis.ttf",
                                           "simsun.ttc",  "simsunb.ttf", "arial.ttf"};

}  // namespace

std::optional<FontFile> look_up_system_font(char32_t letter) {
  static const std::array folders = {
      fs::path(platform::variable("WINDIR")) / "Fonts",
      fs::path(platform::variable("LOCALAPPDATA")) / "Microsoft/Windows/Fonts"};
  static FontFolders fonts(folders, kPreferred);
  return fonts.with(letter);
}

}  // namespace attnlab
