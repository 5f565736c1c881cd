// Own picture: what a person drew, or read from a file, for a model that reads pictures.
#pragma once

#include <memory>
#include <string>

#include "core/language/messages.h"
#include "core/tasks/pictures/pen.h"

namespace attnlab {

/// Takes the place of the task's pictures while there is one. Pictures are never changed, so that states
/// share them.
struct OwnPicture {
  std::shared_ptr<const Picture> picture{};  ///< null: the model reads a picture of the task
  std::string origin{};                      ///< the picture that it was at first, "": an empty one
  bool drawn = false;                        ///< whether something was drawn into it
  Index stroke = 0;                          ///< the number of the newest stroke that was drawn into it
  std::string colour{};                      ///< of that stroke
  std::shared_ptr<const Picture> under{};    ///< the picture before that stroke
  std::shared_ptr<const PenStroke> cover{};  ///< what the stroke covers so far

  /// Where it comes from, and what was done to it.
  std::string words() const {
    if (origin.empty()) return drawn ? tr("drawn") : tr("empty");
    return drawn ? tr("{1}, drawn on", origin) : origin;
  }
  /// Whether a model that reads pictures of this size can read it.
  bool fits(Index size, Index channels) const {
    return picture && picture->width == size && picture->height == size && picture->channels == channels;
  }
  friend bool operator==(const OwnPicture&, const OwnPicture&) = default;
};

}  // namespace attnlab
