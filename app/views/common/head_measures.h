// Heads with their analyses, and the measures of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/box.h"
#include "core/analysis/heads/head_overview.h"

namespace attnlab {

/// One head with its analyses; until they are computed, the pointers are null and the effect is NaN.
struct KnownHead {
  Selection place;  ///< attention, layer, head
  const HeadMetrics* metrics = nullptr;
  const SmallMatrix* small = nullptr;
  double effect = 0;    ///< on the loss, of removing the head
  double possible = 1;  ///< entropy of even weights on all keys, in bits
};

/// All heads of the attentions of `kind`, layer by layer.
std::vector<KnownHead> known_heads(const ViewModel& model, AttentionKind kind);
KnownHead known_head(const ViewModel& model, const Selection& place);

/// A measure that characterizes heads.
struct HeadMeasure {
  std::string_view name;                   ///< in `choose heads.badge NAME`
  const char *brief, *label;               ///< messages
  const char* sentence;                    ///< likewise
  double (*value)(const KnownHead& head);  ///< NaN if it is not known, or there is none
  /// What a full bar means: 1, the most possible, or the largest of all heads.
  enum class Most { One, Possible, Largest } most = Most::One;
  bool in_bits = false;
  bool can_harm = false;       ///< its sign counts: below zero, the model would do better without the head
  bool names_pattern = false;  ///< its value belongs to a pattern with a name
  bool of_tokens = false;      ///< it depends on which tokens are equal; patches of a picture never are

  /// Whether the head's pattern does not have a share to print, only a name: "spread".
  bool is_name_alone(const KnownHead& head) const;
  bool harms(const KnownHead& head) const { return can_harm && head.effect < 0; }
};
std::span<const HeadMeasure> head_measures();
/// The measures that apply to what the model reads, in order; at least one.
std::vector<const HeadMeasure*> measures_for(const ViewModel& model);
/// The chosen one of them, or the first.
const HeadMeasure& chosen_measure(const ViewModel& model);
/// Throws std::invalid_argument with near names.
const HeadMeasure& head_measure(std::string_view name);

/// "previous 0.93", and shorter forms for narrow places; "–" without a value.
std::vector<std::string> measured_words(const HeadMeasure& measure, const KnownHead& head);
/// The value with its unit: "1.20 bit", "0.93", "+0.118".
std::string measured_number(const HeadMeasure& measure, const KnownHead& head);

/// Changes whenever the overview of the heads does: the version of its thumbnails.
std::uint64_t overview_version(const ViewModel& model);

}  // namespace attnlab
