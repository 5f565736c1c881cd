// Edit: changes to a pass as data, so that they can be listed, undone, repeated and written as text.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Cells of a tensor: index[axis] is a place along the axis, or kWhole for all of them.
struct CellRegion {
  static constexpr Index kWhole = -1;
  std::string tensor;  ///< may hold one wildcard, see names()
  std::vector<Index> index;
};

/// Sets, adds to or scales cells. A mask's cells are 0 (seen) or −∞ (hidden).
struct CellEdit {
  enum class How { Set, Add, Scale };
  CellRegion cells;
  How how = How::Set;
  double value = 0;
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
};

/// All weight of a head's query on one key.
struct ForceAttention {
  std::string attention;
  Index head = CellRegion::kWhole;
  Index query = CellRegion::kWhole;
  Index key = 0;
};

/// Cells as they are in another pass of the model: activation patching (Meng et al. 2022).
struct PatchEdit {
  CellRegion cells;  ///< no wildcard in the name
  TracePtr from;
};

using Edit = std::variant<CellEdit, HeadEdit, ForceAttention, PatchEdit>;

/// The edit as an intervention. Cells or heads that are not there are refused with std::invalid_argument when
/// the pass meets the tensor; a patch from a pass without that tensor at once.
Intervention intervention_of(const Edit& edit);

/// "[0,*,2]".
std::string places_text(const CellRegion& cells);

/// One line: what parse_edit reads, where it can be read.
std::string edit_text(const Edit& edit);

/// Reads
///   TENSOR[0,*,2]=0.5   TENSOR[…]+=1   TENSOR[…]*=2     cells; * is a whole axis
///   zero ATTENTION#1    mean ATTENTION#1    only ATTENTION#1    swap ATTENTION#0,1
///   force ATTENTION#1[2,0]                               query 2 to key 0; * for all heads or queries
/// Throws std::invalid_argument that says what was expected.
Edit parse_edit(std::string_view text);

}  // namespace attnlab
