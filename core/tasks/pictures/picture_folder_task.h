// PictureFolderTask: the user's own pictures, one folder a class.
#pragma once

#include <filesystem>

#include "core/tasks/pictures/picture_task.h"

namespace attnlab {

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

  Index picture_count(Split split) const { return static_cast<Index>(places(split).size()); }

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

}  // namespace attnlab
