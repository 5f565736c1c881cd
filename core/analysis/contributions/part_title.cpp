// Names of parts: of their kinds in files, and on screen.
#include "core/analysis/contributions/contributions.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/layers/block_sites.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

using PartKindOf = ContributionPart::Kind;

std::string head_title(const ContributionPart& part) {
  const std::string number = std::to_string(part.head);
  return part.place.within(block_sites::kCrossAttention) ? tr("cross-attention head {1}", number)
                                                         : tr("head {1}", number);
}

/// The title of a part that is the only one of its kind in its layer.
const char* plain_title(const ContributionPart& part) {
  switch (part.kind) {
    case PartKindOf::Embedding:
      return part.place.within(model_sites::kPicture) ? tr_mark("patch") : tr_mark("embedding");
    case PartKindOf::ClassVector: return tr_mark("class vector");
    case PartKindOf::Positions: return tr_mark("position");
    case PartKindOf::AttentionBias:
      return part.place.within(block_sites::kCrossAttention) ? tr_mark("cross-attention bias")
                                                             : tr_mark("attention bias");
    case PartKindOf::FeedForward: return tr_mark("feed-forward");
    case PartKindOf::OutputBias: return tr_mark("output bias");
    case PartKindOf::Head:
    case PartKindOf::NormBias:
    case PartKindOf::Edited: break;
  }
  no_such_kind("part of a logit with a title of its own");
}

std::string title_in_layer(const ContributionPart& part) {
  switch (part.kind) {
    case PartKindOf::Head: return head_title(part);
    case PartKindOf::NormBias: return std::string(tr(part.place.part()->title)) + " β";
    case PartKindOf::Edited: return tr("edit of {1}", part.tensor);
    default: return std::string(tr(plain_title(part)));
  }
}

}  // namespace

std::string part_title(const ContributionPart& part) {
  const std::string title = title_in_layer(part);
  if (part.layer() < 0 || part.kind == PartKindOf::Edited) return title;
  return tr("layer {1} · {2}", std::to_string(part.layer()), title);
}

std::string_view part_kind_name(PartKindOf kind) {
  switch (kind) {
    case PartKindOf::Embedding: return "embedding";
    case PartKindOf::ClassVector: return "class_vector";
    case PartKindOf::Positions: return "positions";
    case PartKindOf::Head: return "head";
    case PartKindOf::AttentionBias: return "attention_bias";
    case PartKindOf::FeedForward: return "feed_forward";
    case PartKindOf::NormBias: return "norm_bias";
    case PartKindOf::OutputBias: return "output_bias";
    case PartKindOf::Edited: return "edit";
  }
  no_such_kind("part of a logit");
}

}  // namespace attnlab
