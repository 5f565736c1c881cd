// Names of parts: of their kinds in files, and on screen.
#include "core/analysis/contributions/contributions.h"
#include "core/config/no_such_kind.h"
#include "core/layers/block_sites.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

using PartKindOf = ContributionPart::Kind;

/// "cross-attention " where the part is of one, or `own`.
std::string attention_words(const Place& place, std::string_view own) {
  return std::string(place.within(block_sites::kCrossAttention) ? "cross-attention " : own);
}

std::string words_in_layer(const ContributionPart& part) {
  switch (part.kind) {
    case PartKindOf::Embedding: return part.place.within(model_sites::kPicture) ? "patch" : "embedding";
    case PartKindOf::ClassVector: return "class vector";
    case PartKindOf::Positions: return "position";
    case PartKindOf::Head: return attention_words(part.place, "") + "head " + std::to_string(part.head);
    case PartKindOf::AttentionBias: return attention_words(part.place, "attention ") + "bias";
    case PartKindOf::FeedForward: return "feed-forward";
    case PartKindOf::NormBias: return std::string(part.place.part()->title) + " β";
    case PartKindOf::OutputBias: return "output bias";
    case PartKindOf::Edited: return "edit of " + part.tensor;
  }
  no_such_kind("part of a logit");
}

}  // namespace

std::string part_title(const ContributionPart& part) {
  const bool in_layer = part.layer() >= 0 && part.kind != PartKindOf::Edited;
  return (in_layer ? "layer " + std::to_string(part.layer()) + " · " : "") + words_in_layer(part);
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
