// The rows of all forms of edits.
#include "core/trace/edit_forms.h"

namespace attnlab {

std::span<const EditForm> edit_forms() {
  static constexpr EditForm kForms[] = {
      {"TENSOR[0,*,2]=0.5", "sets cells of a tensor or weight; * means a whole axis"},
      {"TENSOR[0,9:12,*]=0", "sets cells 9, 10 and 11 along an axis"},
      {"TENSOR[0,2]+=1", "adds to cells"},
      {"TENSOR[0,2]*=2", "scales cells"},
      {"TENSOR[0,2,*] from TEXT", "copies cells from a pass over TEXT (activation patching)"},
      {"TENSOR[0,2,*] from TEXT => ANSWER", "copies cells from a pass in which the decoder reads ANSWER"},
      {"zero ATTENTION#1", "ablates head 1: its output becomes zero"},
      {"zero ATTENTION#0,2", "ablates several heads"},
      {"zero ATTENTION", "ablates all heads"},
      {"mean ATTENTION#1",
       "replaces the output of head 1 by its mean over all positions; several or all heads as above"},
      {"only ATTENTION#1", "ablates all other heads of this attention; several heads as above"},
      {"swap ATTENTION#0,1", "swaps two heads"},
      {"force ATTENTION#1[2,0]", "puts all weight of query 2 in head 1 on key 0; * for all heads or queries"},
      {"no scaling ATTENTION", "omits the division of scores by √d_k"},
      {"no mask ATTENTION", "removes the mask, so that queries see every key"},
      {"no norm NORM", "bypasses the norm"},
      {"no residual SUM", "removes the residual connection: the sum is only the sublayer's output"},
      {"no sublayer SUM", "ablates the sublayer: the sum is only the residual stream"},
      {"no positions", "removes all position information except the masks"},
      {"no expert FEED_FORWARD#1",
       "ablates expert 1: its router probability becomes 0, so tokens go to other experts"},
      {"no expert FEED_FORWARD#0,2", "ablates several experts, but not all"},
      {"mask ATTENTION none", "replaces the mask: queries see every key"},
      {"mask ATTENTION causal", "masks keys after the query"},
      {"mask ATTENTION window 3", "masks keys 3 or more positions away"},
      {"mask ATTENTION sinks 3 1", "masks the same keys, except the first key"},
      {"mask ATTENTION padding 1", "masks the last key"},
      {"mask ATTENTION 100/110/011", "sets the mask, one row per query: 1 for visible, 0 for masked"},
      {"mask ATTENTION#2 causal", "masks keys only in head 2"},
      {"token source[2]=owl", "replaces a token of the source; the target stays the same"},
      {"token input[0]=a", "replaces a token of the decoder's input"},
  };
  return kForms;
}

}  // namespace attnlab
