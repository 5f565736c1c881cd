// The rows of all forms of edits.
#include "core/trace/edit_forms.h"

namespace attnlab {

std::span<const EditForm> edit_forms() {
  static constexpr EditForm kForms[] = {
      {"TENSOR[0,*,2]=0.5", "sets cells of a tensor or weight; * is a whole axis"},
      {"TENSOR[0,9:12,*]=0", "the cells 9, 10 and 11 along an axis"},
      {"TENSOR[0,2]+=1", "adds to cells"},
      {"TENSOR[0,2]*=2", "scales cells"},
      {"TENSOR[0,2,*] from TEXT", "cells as they are when the model reads TEXT (activation patching)"},
      {"TENSOR[0,2,*] from TEXT => ANSWER", "the same, where the decoder reads ANSWER in that pass"},
      {"zero ATTENTION#1", "head 1 passes on nothing"},
      {"zero ATTENTION#0,2", "the same for several heads"},
      {"zero ATTENTION", "the same for all heads"},
      {"mean ATTENTION#1", "head 1 passes on its mean over the positions; several or all heads as above"},
      {"only ATTENTION#1", "no other head of this attention passes on anything; several heads as above"},
      {"swap ATTENTION#0,1", "two heads change places"},
      {"force ATTENTION#1[2,0]", "all weight of head 1's query 2 on key 0; * for all heads or queries"},
      {"no scaling ATTENTION", "scores are not divided by √d_k"},
      {"no mask ATTENTION", "every key is seen"},
      {"no norm NORM", "the norm hands on what it reads"},
      {"no residual SUM", "the sum is its sublayer's output alone"},
      {"no sublayer SUM", "the sum is the residual stream alone"},
      {"no positions", "takes away all that the model knows of positions but its masks"},
      {"no expert FEED_FORWARD#1", "the router gives expert 1 the probability 0, and tokens go to others"},
      {"no expert FEED_FORWARD#0,2", "the same for several experts, but not for all"},
      {"mask ATTENTION none", "every key is seen, as by no mask"},
      {"mask ATTENTION causal", "hides keys after the query"},
      {"mask ATTENTION window 3", "hides keys 3 or more positions away"},
      {"mask ATTENTION sinks 3 1", "the same window, but the first key is seen by all"},
      {"mask ATTENTION padding 1", "hides the last key"},
      {"mask ATTENTION 100/110/011", "the mask itself, a row a query: 1 seen, 0 hidden"},
      {"mask ATTENTION#2 causal", "a mask of head 2 alone"},
      {"token source[2]=owl", "another token of the source to read; what should be said stays"},
      {"token input[0]=a", "another token of the decoder's input"},
  };
  return kForms;
}

}  // namespace attnlab
