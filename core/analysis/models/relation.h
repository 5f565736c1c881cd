// Relation: what two models share: the shape of their weights, their words, what they read.
#pragma once

#include <string>

#include "core/models/model.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// What two models have in common, and in words where they differ. Texts say "width 64, the other 32": the
/// first model's value, then the other's.
struct ModelRelation {
  bool same_shape = false;       ///< each parameter of one is in the other, of one name and shape
  bool same_reading = false;     ///< both read and predict the same kind of things: see Format
  bool same_words = false;       ///< the same vocabularies, entry by entry; of pictures, pictures of one size
  std::string shape_difference;  ///< "" where same_shape, or where no option says why
  std::string words_difference;  ///< why no text can be given to both; "" where one can

  /// Whether one text, or picture, can be read by both and predictions mean the same.
  bool comparable() const { return same_reading && same_words; }
};

ModelRelation relation_of(const Model& mine, const Vocabularies& my_words, const Model& other,
                          const Vocabularies& other_words);

}  // namespace attnlab
