// Edit: changes to a pass as data, so that they can be listed, undone, repeated and written as text.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/autograd/hooks.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Cells of a tensor: index[axis] is a place along the axis, or kWhole for all of them.
struct CellRegion {
  static constexpr Index kWhole = -1;
  std::string tensor;  ///< may hold one wildcard, see names()
  std::vector<Index> index;
  friend bool operator==(const CellRegion&, const CellRegion&) = default;
};

/// Sets, adds to or scales cells. A mask's cells are 0 (seen) or −∞ (hidden).
struct CellEdit {
  enum class How { Set, Add, Scale };
  CellRegion cells;
  How how = How::Set;
  double value = 0;
  /// By the bits of the value, so that NaN is itself.
  friend bool operator==(const CellEdit& a, const CellEdit& b) {
    return a.cells == b.cells && a.how == b.how &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
  }
};

/// Changes what one head of an attention ("decoder.layers.0.self_attention") passes on, its context:
/// nothing, its mean over positions, only it and no other head, or what another head says and the other way
/// round.
struct HeadEdit {
  enum class How { Zero, Mean, Only, Swap };
  std::string attention;
  Index head = 0;
  How how = How::Zero;
  Index other = 0;  ///< Swap: with which
  friend bool operator==(const HeadEdit&, const HeadEdit&) = default;
};

/// All weight of a head's query on one key.
struct ForceAttention {
  std::string attention;
  Index head = CellRegion::kWhole;
  Index query = CellRegion::kWhole;
  Index key = 0;
  friend bool operator==(const ForceAttention&, const ForceAttention&) = default;
};

/// Cells as they are in another pass of the model: activation patching (Meng et al. 2022).
struct PatchEdit {
  CellRegion cells;    ///< no wildcard in the name
  TracePtr from{};     ///< null: the tracer passes `text` through the model, unedited
  std::string text{};  ///< what the model reads there: its source, or of Stream models the text
  friend bool operator==(const PatchEdit&, const PatchEdit&) = default;
};

/// Takes a part of the model out of the way, so that values go on as they came.
struct SwitchOff {
  enum class What {
    Scaling,    ///< of attention `name`: the scores are not divided by √D
    Mask,       ///< of attention `name`: every key is seen
    Norm,       ///< `name` ("decoder.layers.0.attention_norm") hands on what it reads
    Residual,   ///< the sum `name` ("decoder.layers.0.attention_residual") is its sublayer's output alone
    Sublayer,   ///< the sum `name` is the residual stream alone, as if the sublayer were not there
    Positions,  ///< all that the model knows of positions but its masks; no name
  };
  What what = What::Scaling;
  std::string name{};
  friend bool operator==(const SwitchOff&, const SwitchOff&) = default;
};

/// Which keys the queries of an attention ("decoder.layers.0.self_attention") see. A kind hides more than the
/// mask that is there; a painted one takes its place in the cells that it has.
struct MaskEdit {
  std::string attention;            ///< may hold one wildcard, see names()
  Index head = CellRegion::kWhole;  ///< of this head alone: what the mask of all hides stays hidden for it
  const MaskKind* kind = nullptr;   ///< null: painted, as `rows` says
  MaskKind::Numbers numbers{};
  std::vector<std::string> rows{};  ///< a row a query: '1' seen, '0' hidden; cells beyond stay as they are
  friend bool operator==(const MaskEdit&, const MaskEdit&) = default;
};

/// Another token for the model to read; what it should say stays.
struct TokenEdit {
  bool in_source = false;  ///< of the source; otherwise of what the decoder reads
  Index position = 0;      ///< in the batch: of an encoder with a class vector, that has none
  std::string token;       ///< its text, or a special token's name: "<eos>"
  friend bool operator==(const TokenEdit&, const TokenEdit&) = default;
};

using Edit = std::variant<CellEdit, HeadEdit, ForceAttention, PatchEdit, SwitchOff, MaskEdit, TokenEdit>;

/// The edit as interventions in passes of a model of this configuration; none for a TokenEdit, which is no
/// change of a tensor. Cells or heads that are not there are refused with std::invalid_argument when the pass
/// meets the tensor; a patch from a pass without that tensor, and positions of a model without them, at once.
std::vector<Intervention> interventions_of(const Edit& edit, const ModelConfig& config);

/// Throws std::invalid_argument as a pass like `trace` would, for a tensor, head or cell that is not there.
void check_edit(const Edit& edit, const Trace& trace);

/// "[0,*,2]".
std::string places_text(const CellRegion& cells);

/// One line: what parse_edit reads, where it can be read.
std::string edit_text(const Edit& edit);

/// Reads
///   TENSOR[0,*,2]=0.5   TENSOR[…]+=1   TENSOR[…]*=2     cells of a tensor or weight; * is a whole axis
///   TENSOR[…] from TEXT                                  cells as they are when the model reads TEXT
///   zero ATTENTION#1    mean ATTENTION#1    only ATTENTION#1    swap ATTENTION#0,1
///   force ATTENTION#1[2,0]                               query 2 to key 0; * for all heads or queries
///   no scaling ATTENTION    no mask ATTENTION    no norm NORM    no residual SUM    no sublayer SUM
///   no positions
///   mask ATTENTION causal    mask ATTENTION window 3    mask ATTENTION padding 1
///   mask ATTENTION 100/110/011    mask ATTENTION#2 causal    a row a query, 1 seen; of head 2 alone
///   token source[2]=owl    token input[0]=a              another token to read
/// Throws std::invalid_argument that says what was expected.
Edit parse_edit(std::string_view text);

}  // namespace attnlab
