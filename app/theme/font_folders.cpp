// Font folders: files in order, and their faces, by FreeType.
#include "app/theme/font_folders.h"

#include <ft2build.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "core/io/files/file.h"
#include "core/language/messages.h"
#include FT_FREETYPE_H

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFontEndings[] = {".ttf", ".ttc", ".otf", ".otc"};

std::string lower_case(std::string text) {
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  return text;
}

std::string font_name(const fs::path& file) { return lower_case(file.filename().string()); }

bool is_font(const fs::path& file) {
  const std::string ending = lower_case(file.extension().string());
  return std::ranges::find(kFontEndings, ending) != std::end(kFontEndings);
}

void add_fonts_in(const fs::path& folder, std::vector<fs::path>& fonts) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (is_font(at->path())) fonts.push_back(at->path());
}

/// What FreeType asks of a file; 0 bytes where it cannot be read.
unsigned long read_font(FT_Stream stream, unsigned long offset, unsigned char* to, unsigned long count) {
  if (count == 0) return offset > stream->size;  // a seek: 0 is good
  const auto& file = *static_cast<const InputFile*>(stream->descriptor.pointer);
  try {
    file.read(offset, std::as_writable_bytes(std::span(to, count)));
  } catch (const std::runtime_error&) {
    return 0;
  }
  return count;
}

}  // namespace

/// One face, with the file that it is read from; or the library.
struct FontFolders::Face {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  FT_StreamRec stream{};
  std::unique_ptr<InputFile> file;
  int number = 0;

  Face() = default;
  Face(const Face&) = delete;
  Face& operator=(const Face&) = delete;
  ~Face() {
    if (face) FT_Done_Face(face);
    if (library) FT_Done_FreeType(library);
  }

  /// False where the file is no font, or has no such face.
  bool open(FT_Library with, const fs::path& path, int wanted) {
    file = std::make_unique<InputFile>(path);
    number = wanted;
    stream.size = static_cast<unsigned long>(file->size());
    stream.descriptor.pointer = file.get();
    stream.read = read_font;
    FT_Open_Args arguments{};
    arguments.flags = FT_OPEN_STREAM;
    arguments.stream = &stream;
    return FT_Open_Face(with, &arguments, wanted, &face) == 0;
  }

  bool draws() const { return FT_IS_SCALABLE(face) && !FT_HAS_COLOR(face); }
};

FontFolders::FontFolders(std::span<const fs::path> folders, std::span<const std::string_view> preferred)
    : library_(std::make_unique<Face>()) {
  if (FT_Init_FreeType(&library_->library) != 0) throw std::runtime_error(tr("FreeType does not start"));
  for (const fs::path& folder : folders) add_fonts_in(folder, waiting_);
  const auto order = [&](const fs::path& file) {
    const std::string name = font_name(file);
    return std::tuple(std::ranges::find(preferred, name) - preferred.begin(), name, file);
  };
  std::ranges::sort(waiting_, std::ranges::greater{}, order);
}

FontFolders::~FontFolders() = default;

/// Opens the faces of the next file that can be read; false where there is none.
bool FontFolders::open_next() {
  if (waiting_.empty()) return false;
  const fs::path path = std::move(waiting_.back());
  waiting_.pop_back();
  try {
    long count = 1;
    for (int number = 0; number < count; ++number) {
      auto face = std::make_unique<Face>();
      if (!face->open(library_->library, path, number)) break;
      count = face->face->num_faces;
      if (face->draws()) faces_.push_back(std::move(face));
    }
  } catch (const std::runtime_error&) {  // not to be read: as if the file were not there
  }
  return true;
}

std::optional<FontFile> FontFolders::with(char32_t letter) {
  std::size_t asked = 0;
  do {
    for (; asked < faces_.size(); ++asked)
      if (FT_Get_Char_Index(faces_[asked]->face, letter) != 0)
        return FontFile{faces_[asked]->file->path().string(), faces_[asked]->number};
  } while (open_next());
  return std::nullopt;
}

}  // namespace attnlab
