// What the parts of the Pictures view share: the content of one frame and its choices.
#pragma once

#include <string>
#include <vector>

#include "app/features/pictures/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/picture_layer.h"
#include "core/language/messages.h"

namespace attnlab {

/// One frame of the view; the pass read a picture.
struct PicturesFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const PicturesChoice& choice;
  PatchGrid grid{};
  PictureFace face{};
  std::vector<PictureAttention> attentions;
  const PictureAttention* attention = nullptr;  ///< on the stage; null: no attention is over patches
  const PictureResults* results = nullptr;      ///< null before the first

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("pictures.") + option, value}});
  }
  /// Selects one query instead of the mean.
  void ask(Index query) const;
  /// Follows a patch or the class vector through the layers of the encoder.
  void follow(Index position) const;
  /// The number of the selected head in the attention on the stage.
  Index head() const;
};

/// The name of an attention over patches: "tokens attend to patches".
std::string attention_words(const PicturesFrame& frame, const PictureAttention& attention);
/// The query: "[CLS]", "patch 1,2", "mean of all patches".
std::string asking_words(const PicturesFrame& frame, const PictureAttention& attention, const AskedBy& by);
/// The token that a query of the decoder reads, and its target.
struct QueryWords {
  std::string reads, target;
};
QueryWords query_words(const PicturesFrame& frame, Index query);

/// A large picture with its cover; `framed` is the position of the query. Script name: NAME[row,column].
struct LargePicture {
  std::string name;
  PatchCover cover{};
  Index framed = -1;
  const char* what = tr_mark("weight");  ///< what the numbers are: weights or shares
};
PickedPatch draw_large_picture(const PicturesFrame& frame, const LargePicture& large, const Box& box);

/// Buttons for the query: [CLS] and the mean; patches are selected in the picture. Script names:
/// pictures.class, pictures.mean.
void draw_asking(const PicturesFrame& frame, const AskedBy& by, bool by_patches);

/// A line of dim text at the cursor, cut to the width.
void draw_picture_note(const std::string& text, float width);

/// The parts of the view; each fills the rest of the window.
/// Script names: pictures.picture[row,column], pictures.head[layer,head], pictures.word[0,query],
/// pictures.kind[0,i].
void draw_picture_attention(const PicturesFrame& frame);
/// Script names: pictures.followed[row,column], pictures.layer[0,layer].
void draw_picture_rollout(const PicturesFrame& frame);
/// Script names: pictures.filter[0,i], pictures.weights[row,column], pictures.answers[row,column].
void draw_patch_filters(const PicturesFrame& frame);
/// Script names: pictures.similarity[row,column].
void draw_patch_positions(const PicturesFrame& frame);
/// Script names: pad[row,column] are the pixels, pad.pen[0,i], pad.width.less, pad.width.more, pad.eraser,
/// pad.clear, pad.open, pictures.class_bar[0,i].
void draw_picture_pad(const PicturesFrame& frame);
/// What the model predicts for the picture, into `box`.
void draw_picture_answer(const PicturesFrame& frame, const Box& box);

}  // namespace attnlab
