// Picture attention: the attentions of a pass whose keys are patches of its picture.
#pragma once

#include <vector>

#include "core/trace/patch_grid.h"

namespace attnlab {

/// Attention weights over patches: of a Transformer's layer [1,H,Tq,Tk], or an alignment's [1,Tq,Tk].
struct PictureAttention {
  const TraceTensor* weights = nullptr;
  bool asked_by_patches = false;  ///< queries are patches, too, and not words

  Index heads() const { return weights->shape.rank() == 4 ? weights->shape[1] : 1; }
  Index queries() const { return weights->shape.last(1); }
  Index keys() const { return weights->shape.last(); }
  /// The number of its layer; −1 outside of layers.
  Index layer() const { return layer_number(weights->place); }
  /// The weights [Tk] of one query.
  std::span<const Real> row(Index head, Index query) const;
  /// The cell of a weight, by name.
  CellName cell(Index head, Index query, Index key) const;
};

/// Those of the pass, in order of computation; none where it read no picture.
std::vector<PictureAttention> picture_attentions(const Trace& trace);

/// The queries of which one asks, or all in equal shares.
struct AskedBy {
  Index query = 0;
  bool all = false;  ///< the mean over the patches, or over all words
  friend bool operator==(const AskedBy&, const AskedBy&) = default;
};
/// Who asks for the whole picture: the class vector, or where there is none all patches.
AskedBy asked_by_whole(const PatchGrid& grid);

/// The weights [Tk] of a head of the attention: of the query, or the mean over all; the class vector is no
/// patch and does not count there.
std::vector<double> weights_of(const PictureAttention& attention, const PatchGrid& grid, Index head,
                               const AskedBy& by);

/// Attention rollout (Abnar and Zuidema 2020) over the self-attention between patches: [T] a layer, how much
/// of each position the asking one is made of after that layer. Rows sum to 1. Empty where patches do not
/// attend to each other.
std::vector<std::vector<double>> picture_rollout(const Trace& trace, const AskedBy& by);

}  // namespace attnlab
