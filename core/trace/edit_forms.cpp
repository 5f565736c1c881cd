// The rows of all forms of edits.
#include "core/trace/edit_forms.h"

#include "core/language/messages.h"

namespace attnlab {

std::span<const EditForm> edit_forms() {
  static constexpr EditForm kForms[] = {
      {"TENSOR[0,*,2]=0.5", tr_mark("sets cells of a tensor or weight; * means a whole axis")},
      {"TENSOR[0,9:12,*]=0", tr_mark("sets cells 9, 10 and 11 along an axis")},
      {"TENSOR[0,2]+=1", tr_mark("adds to cells")},
      {"TENSOR[0,2]*=2", tr_mark("scales cells")},
      {"TENSOR[0,2,*] from TEXT", tr_mark("copies cells from a pass over TEXT (activation patching)")},
      {"TENSOR[0,2,*] from TEXT => ANSWER",
       tr_mark("copies cells from a pass in which the decoder reads ANSWER")},
      {"zero ATTENTION#1", tr_mark("ablates head 1: its output becomes zero")},
      {"zero ATTENTION#0,2", tr_mark("ablates several heads")},
      {"zero ATTENTION", tr_mark("ablates all heads")},
      {"mean ATTENTION#1",
       tr_mark(
           "replaces the output of head 1 by its mean over all positions; several or all heads as above")},
      {"only ATTENTION#1", tr_mark("ablates all other heads of this attention; several heads as above")},
      {"swap ATTENTION#0,1", tr_mark("swaps two heads")},
      {"force ATTENTION#1[2,0]",
       tr_mark("puts all weight of query 2 in head 1 on key 0; * for all heads or queries")},
      {"no scaling ATTENTION", tr_mark("omits the division of scores by √d_k")},
      {"no mask ATTENTION", tr_mark("removes the mask, so that queries see every key")},
      {"no norm NORM", tr_mark("bypasses the norm")},
      {"no residual SUM", tr_mark("removes the residual connection: the sum is only the sublayer's output")},
      {"no sublayer SUM", tr_mark("ablates the sublayer: the sum is only the residual stream")},
      {"no positions", tr_mark("removes all position information except the masks")},
      {"no expert FEED_FORWARD#1",
       tr_mark("ablates expert 1: its router probability becomes 0, so tokens go to other experts")},
      {"no expert FEED_FORWARD#0,2", tr_mark("ablates several experts, but not all")},
      {"mask ATTENTION none", tr_mark("replaces the mask: queries see every key")},
      {"mask ATTENTION causal", tr_mark("masks keys after the query")},
      {"mask ATTENTION window 3", tr_mark("masks keys 3 or more positions away")},
      {"mask ATTENTION sinks 3 1", tr_mark("masks the same keys, except the first key")},
      {"mask ATTENTION padding 1", tr_mark("masks the last key")},
      {"mask ATTENTION 100/110/011",
       tr_mark("sets the mask, one row per query: 1 for visible, 0 for masked")},
      {"mask ATTENTION#2 causal", tr_mark("masks keys only in head 2")},
      {"token source[2]=owl", tr_mark("replaces a token of the source; the target stays the same")},
      {"token input[0]=a", tr_mark("replaces a token of the decoder's input")},
  };
  return kForms;
}

}  // namespace attnlab
