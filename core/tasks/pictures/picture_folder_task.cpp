// PictureFolderTask: the user's own pictures, one folder a class.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/tasks/base/task_kind.h"
#include "core/tasks/base/user_file.h"
#include "core/tasks/pictures/picture_file.h"
#include "core/tasks/pictures/picture_task.h"

namespace attnlab {
namespace {

/// One picture file and its class.
struct PictureFile {
  std::filesystem::path path;
  TokenId id = 0;
};

/// Picture files of a folder by class.
struct PictureFolder {
  std::vector<std::string> class_names;  ///< of the folders, sorted; spaces as underscores
  std::vector<PictureFile> files;
};

/// Looks `folder` through: each folder in it is a class, each .png, .jpg or .jpeg file in that a picture.
/// Other files, folders deeper down and names that begin with a dot are passed over. Throws
/// std::runtime_error with one line that names what is wrong where a folder cannot be read, a class has fewer
/// than two pictures (one to learn from, one to hold out) or there are fewer than two classes.
PictureFolder list_pictures(const std::filesystem::path& folder);

/// All pictures are read at once, scaled and stored. Of each class the validation_share (at least one, and
/// not all) with the lowest hashes of their file names is held out. A file that cannot be read is refused
/// by name, so that no picture is silently ignored: see read_picture.
class PictureFolderTask final : public PictureTask {
 public:
  PictureFolderTask(const TaskConfig& config, const TaskShape& shape);

  std::vector<Example> validation_examples(Index count) const override;
  std::string note() const override;

  Index picture_count(Split split) const { return count_of(places(split)); }

 protected:
  TokenId draw(Split split, RandomStream& random, std::span<Real> pixels) const override;

 private:
  PictureFolderTask(const TaskConfig& config, const TaskShape& shape, PictureFolder folder);
  void read(const PictureFolder& folder);
  void hold_out(const PictureFolder& folder, double share);
  const std::vector<std::size_t>& places(Split split) const {
    return split == Split::Train ? train_ : held_out_;
  }
  std::span<const Real> pixels_of(std::size_t picture) const;

  std::vector<TokenId> ids_;                   ///< class of each picture
  std::vector<Real> pixels_;                   ///< [pictures,channels,size,size]
  Index lost_colours_ = 0;                     ///< pictures with colors of which the model reads gray
  std::vector<std::size_t> train_, held_out_;  ///< pictures
};

namespace fs = std::filesystem;

constexpr std::uint64_t kFolderSplitKey = 0x5EED0F9F01DE2;  // what the split's hash begins with
constexpr Index kMostCells = Index{1} << 29;                // of all pictures together: 2 GB

constexpr TaskOption kPictureFolderOptions[] = {
    {.name = "folder",
     .member = &TaskConfig::folder,
     .help = tr_mark("a folder that has one subfolder of PNG or JPEG files for each class"),
     .reads = OwnData::Pictures}};

[[noreturn]] void refuse_picture_folder(const fs::path& folder, const std::string& why) {
  throw std::runtime_error("cannot use picture folder " + shown_path(folder) + ": " + why);
}

/// What is in a folder, sorted by name, without hidden files.
std::vector<fs::path> visible_paths(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (!i->path().filename().string().starts_with('.')) entries.push_back(i->path());
  if (error) refuse_picture_folder(folder, error.message());
  std::ranges::sort(entries);
  return entries;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> pictures;
  for (const fs::path& path : visible_paths(folder))
    if (is_picture_name(path) && !is_folder(path)) pictures.push_back(path);
  return pictures;
}

std::string class_name(const fs::path& folder) {
  std::string name = folder.filename().string();
  std::ranges::replace_if(
      name, [](unsigned char byte) { return byte <= 0x20; }, '_');  // labels have no spaces in them
  return name;
}

/// The place of a picture in its folder decides its split, wherever the folder lies.
std::uint64_t hash_of(const PictureFile& file) {
  std::uint64_t hash = kFolderSplitKey;
  for (const char c : file.path.parent_path().filename().string() + "/" + file.path.filename().string())
    hash = join_keys(hash, static_cast<unsigned char>(c));
  return hash;
}

PictureFolder list_for(const TaskConfig& config) {
  if (config.folder.empty())
    throw std::invalid_argument(
        "task.folder is empty, but must be a folder that has one subfolder of pictures for each class");
  return list_pictures(config.folder);
}

PictureFolder list_pictures(const fs::path& folder) {
  if (!is_folder(folder)) refuse_picture_folder(folder, "the folder does not exist");
  PictureFolder found;
  for (const fs::path& entry : visible_paths(folder)) {
    if (!is_folder(entry)) continue;
    const std::vector<fs::path> pictures = pictures_in(entry);
    if (pictures.size() < 2)
      refuse_picture_folder(folder, "class " + shown_path(entry.filename()) + " has " +
                                        (pictures.empty() ? "no PNG or JPEG files" : "only one picture") +
                                        "; add pictures until it has at least two, or remove the class");
    const auto id = static_cast<TokenId>(found.class_names.size());
    found.class_names.push_back(class_name(entry));
    for (const fs::path& path : pictures) found.files.push_back({path, id});
  }
  if (found.class_names.size() < 2)
    refuse_picture_folder(folder,
                          "it contains " + std::to_string(found.class_names.size()) +
                              (found.class_names.size() == 1 ? " subfolder" : " subfolders") +
                              ", but needs at least two: one subfolder of PNG or JPEG files for each class");
  return found;
}

PictureFolderTask::PictureFolderTask(const TaskConfig& config, const TaskShape& shape)
    : PictureFolderTask(config, shape, list_for(config)) {}

PictureFolderTask::PictureFolderTask(const TaskConfig& config, const TaskShape& shape, PictureFolder folder)
    : PictureTask(shape, folder.class_names) {
  const auto count = count_of(folder.files);
  if (count > kMostCells / cells())
    refuse_picture_folder(config.folder,
                          std::to_string(count) + " pictures of " + std::to_string(cells()) +
                              " numbers each need too much memory; choose a smaller model.picture_size");
  read(folder);
  hold_out(folder, config.validation_share);
}

void PictureFolderTask::read(const PictureFolder& folder) {
  pixels_.reserve(folder.files.size() * static_cast<std::size_t>(cells()));
  for (const PictureFile& file : folder.files) {
    const ReadPicture read = read_picture_file(file.path, size(), channels());
    pixels_.insert(pixels_.end(), read.picture.pixels.begin(), read.picture.pixels.end());
    lost_colours_ += read.lost_colour ? 1 : 0;
    ids_.push_back(file.id);
  }
}

std::string PictureFolderTask::note() const {
  if (lost_colours_ == 0) return {};
  const bool all = lost_colours_ == std::ssize(ids_);
  return (all ? "all" : std::to_string(lost_colours_) + " of the") + (" " + std::to_string(ids_.size())) +
         " pictures were converted to gray, because the model reads gray pictures "
         "(model.picture_channels=3 keeps colors)";
}

void PictureFolderTask::hold_out(const PictureFolder& folder, double share) {
  for (std::size_t begin = 0; begin < ids_.size();) {
    std::vector<std::pair<std::uint64_t, std::size_t>> pictures;
    const TokenId id = ids_[begin];
    for (; begin < ids_.size() && ids_[begin] == id; ++begin)
      pictures.emplace_back(hash_of(folder.files[begin]), begin);
    std::ranges::sort(pictures);
    const double wanted = std::round(share * double(pictures.size()));
    const std::size_t held =
        std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, pictures.size() - 1);
    for (std::size_t i = 0; i < pictures.size(); ++i)
      (i < held ? held_out_ : train_).push_back(pictures[i].second);
  }
}

std::span<const Real> PictureFolderTask::pixels_of(std::size_t picture) const {
  const auto cell_count = static_cast<std::size_t>(cells());
  return std::span(pixels_).subspan(picture * cell_count, cell_count);
}

TokenId PictureFolderTask::draw(Split split, RandomStream& random, std::span<Real> pixels) const {
  const std::size_t picture = places(split)[random.below(picture_count(split))];
  std::ranges::copy(pixels_of(picture), pixels.begin());
  return ids_[picture];
}

std::vector<Example> PictureFolderTask::validation_examples(Index count) const {
  // Spread evenly, so that few examples are of several classes.
  const auto all = count_of(held_out_), wanted = std::clamp<Index>(count, 0, all);
  std::vector<Example> examples;
  for (Index i = 0; i < wanted; ++i) {
    const std::size_t picture = held_out_[i * all / wanted];
    const std::span<const Real> pixels = pixels_of(picture);
    examples.push_back(example_of(ids_[picture], {pixels.begin(), pixels.end()}));
  }
  return examples;
}

}  // namespace

extern const TaskKind kPictureFolderTask = {.name = "picture_folder",
                                            .title = tr_mark("picture folder"),
                                            .options = kPictureFolderOptions,
                                            .make = make_as<PictureFolderTask>,
                                            .own_data = OwnData::Pictures};

}  // namespace attnlab
