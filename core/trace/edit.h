// Edit: changes to a pass as data, so that they can be listed, undone, repeated and written as text.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/autograd/hooks.h"
#include "core/ops/attention/mask_kind.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Neighboring places along an axis, or all of them.
struct AxisRange {
  static constexpr Index kWhole = -1;
  Index begin = 0, end = 1;  ///< from `begin` to `end` − 1; begin kWhole: all

  /// Implicit: most ranges are one place, or kWhole.
  AxisRange(Index at) : begin(at), end(at + 1) {}
  AxisRange(Index from, Index to) : begin(from), end(to) {}
  bool whole() const { return begin == kWhole; }
  bool has(Index at) const { return whole() || (at >= begin && at < end); }
  friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// Cells of a tensor: index[axis] are the places along the axis.
struct CellRegion {
  static constexpr Index kWhole = AxisRange::kWhole;
  std::string tensor;  ///< may hold one wildcard, see names()
  std::vector<AxisRange> index;
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

/// Changes the context of heads of an attention ("decoder.layers.0.self_attention"): to zero, to its mean
/// over positions, to zero in all other heads, or exchanged between two heads.
struct HeadEdit {
  enum class How { Zero, Mean, Only, Swap };
  std::string attention;     ///< may hold one wildcard, see names()
  std::vector<Index> heads;  ///< Zero and Mean: empty is all of them; Swap: two
  How how = How::Zero;
  friend bool operator==(const HeadEdit&, const HeadEdit&) = default;
};

/// Ablates experts of a mixture ("decoder.layers.0.feed_forward"): the router's probability of each
/// becomes 0 before it chooses, so that tokens go to the experts of the next highest probabilities.
struct ExpertEdit {
  std::string feed_forward;    ///< may hold one wildcard, see names()
  std::vector<Index> experts;  ///< not all that there are
  friend bool operator==(const ExpertEdit&, const ExpertEdit&) = default;
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
  std::string text{};  ///< what the model reads in that pass: its source, or of Stream models the text
  /// Of a model that answers: what its decoder reads in that pass; "": the model's own answer.
  std::string answer{};
  friend bool operator==(const PatchEdit&, const PatchEdit&) = default;
};

/// Switches a part of the model off, so that values pass it unchanged.
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

/// Which keys the queries of an attention ("decoder.layers.0.self_attention") see. A kind hides keys beside
/// those that the model hides; a painted mask replaces the model's in its own cells.
struct MaskEdit {
  std::string attention;            ///< may hold one wildcard, see names()
  Index head = CellRegion::kWhole;  ///< of this head alone, beside what the mask of all heads hides
  const MaskKind* kind = nullptr;   ///< null: painted, as `rows` says
  MaskKind::Numbers numbers{};
  std::vector<std::string> rows{};  ///< a row a query: '1' seen, '0' hidden; cells beyond are unchanged
  friend bool operator==(const MaskEdit&, const MaskEdit&) = default;
};

/// Another token for the model to read; the target stays.
struct TokenEdit {
  bool in_source = false;  ///< of the source; otherwise of the decoder's input
  Index position = 0;      ///< in the batch, where a class vector has no position
  std::string token;       ///< its text, or a special token's name: "<eos>"
  friend bool operator==(const TokenEdit&, const TokenEdit&) = default;
};

using Edit =
    std::variant<CellEdit, HeadEdit, ForceAttention, PatchEdit, SwitchOff, MaskEdit, TokenEdit, ExpertEdit>;

/// The edit as interventions in passes of a model of this configuration; none for a TokenEdit, which is no
/// change of a tensor. Cells, heads or experts that are not there are refused with std::invalid_argument when
/// the pass meets the tensor; a patch from a pass without that tensor, and positions of a model without them,
/// at once.
std::vector<Intervention> interventions_of(const Edit& edit, const ModelConfig& config);

/// Throws std::invalid_argument as a pass like `trace` would, for a tensor, head or cell that is not there.
void check_edit(const Edit& edit, const Trace& trace);

/// "[0,*,2]".
std::string places_text(const CellRegion& cells);

/// One line: what parse_edit reads, where it can be read.
std::string edit_text(const Edit& edit);

/// Reads what edit_forms() lists. Throws std::invalid_argument that says what was expected.
Edit parse_edit(std::string_view text);
/// Reads painted rows of a mask: "100/110/011". Throws as parse_edit.
std::vector<std::string> parse_mask_rows(std::string_view text);

}  // namespace attnlab
