// Reads the pictures in the text of a lesson.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "app/lessons/fault.h"
#include "app/lessons/lesson.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/tasks/pictures/picture_decoder.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPictureFile = std::uint64_t{8} << 20;
constexpr Index kMostPicturePixels = 4'000'000;
constexpr std::string_view kPngBegins = "\x89PNG\r\n\x1a\n";

/// Throws std::invalid_argument that says what is wrong with the file.
LessonPicture read_png(const fs::path& file, const std::string& name) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    throw std::invalid_argument(tr("{1} is not in the folder of the lesson", name));
  if (fs::file_size(file, error) > kMostPictureFile || error)
    throw std::invalid_argument(
        tr("{1} is larger than {2} MB", name, std::to_string(kMostPictureFile >> 20)));
  const std::string bytes = read_file(file, kMostPictureFile);
  Index width = 0, height = 0;
  if (!bytes.starts_with(kPngBegins) || !picture_size(bytes, width, height) || width < 1 || height < 1)
    throw std::invalid_argument(tr("{1} is not a PNG file: images in a lesson must be PNG files", name));
  if (width > kMostPicturePixels / height)
    throw std::invalid_argument(tr("{1} has {2} × {3} pixels, more than {4} million", name,
                                   std::to_string(width), std::to_string(height),
                                   std::to_string(kMostPicturePixels / 1'000'000)));
  const DecodedPicture decoded = decode(bytes);
  if (!decoded.problem.empty())
    throw std::invalid_argument(tr("{1} cannot be read: {2}", name, decoded.problem));
  LessonPicture picture{
      static_cast<int>(decoded.width), static_cast<int>(decoded.height), std::hash<std::string>{}(bytes), {}};
  picture.pixels.resize(decoded.width * decoded.height);
  std::memcpy(picture.pixels.data(), decoded.rgba.get(), 4 * picture.pixels.size());
  return picture;
}

}  // namespace

void load_pictures(Lesson& lesson, LessonFaults& faults) {
  for (const LessonStep& step : lesson.steps)
    for (const LessonBlock& block : step.blocks) {
      const auto* const figure = std::get_if<LessonFigure>(&block);
      if (!figure || figure->picture.empty() || lesson.pictures.contains(figure->picture)) continue;
      try {
        lesson.pictures[figure->picture] = std::make_shared<const LessonPicture>(
            read_png(fs::path(lesson.folder) / figure->picture, figure->picture));
      } catch (const std::exception& error) {
        faults.push_back({figure->line, error.what()});
      }
    }
}

void load_pictures(Lesson& lesson) {
  LessonFaults faults;
  load_pictures(lesson, faults);
  throw_first(lesson.file, faults);
}

}  // namespace attnlab
