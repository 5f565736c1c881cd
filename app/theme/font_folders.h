// Font folders: the fonts in some folders, asked for letters without a list that the system keeps.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/theme/system_fonts.h"

namespace attnlab {

/// The outline fonts of folders, opened one after the other as letters are asked for; they stay open.
class FontFolders {
 public:
  /// Files of the names `preferred` come first, in that order, and all others by their names. A folder that
  /// is not there has no fonts.
  FontFolders(std::span<const std::filesystem::path> folders, std::span<const std::string_view> preferred);
  ~FontFolders();
  FontFolders(const FontFolders&) = delete;
  FontFolders& operator=(const FontFolders&) = delete;

  /// The first face with the letter; nothing where no font has it.
  std::optional<FontFile> with(char32_t letter);

 private:
  struct Face;
  bool open_next();

  std::unique_ptr<Face> library_;               ///< the library alone, which outlives its faces
  std::vector<std::filesystem::path> waiting_;  ///< the next one last
  std::vector<std::unique_ptr<Face>> faces_;
};

}  // namespace attnlab
