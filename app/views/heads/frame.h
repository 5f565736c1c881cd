// What the parts of the Heads view share: heads with what is known of them, and the measures.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/box.h"
#include "core/analysis/head_overview.h"

namespace attnlab {

/// What is known of one head; the pointers are null and the effect NaN until it has been worked out.
struct KnownHead {
  Selection place;  ///< attention, layer, head
  const HeadMetrics* metrics = nullptr;
  const SmallMatrix* small = nullptr;
  double effect = 0;    ///< on the loss, of taking it out
  double possible = 1;  ///< entropy that even weights on all keys would have, in bits
};

/// All heads of the attentions of `kind`, layer by layer.
std::vector<KnownHead> known_heads(const ViewModel& model, AttentionKind kind);
KnownHead known_head(const ViewModel& model, const Selection& place);

/// By what heads are told apart.
struct HeadMeasure {
  std::string_view name;  ///< in `choose heads.badge NAME`
  const char *brief, *label;
  const char* sentence;
  double (*value)(const KnownHead& head);  ///< NaN where it is not known, or there is none
};
std::span<const HeadMeasure> head_measures();
/// The first measure if there is none of this name.
const HeadMeasure& head_measure(std::string_view name);

/// "previous 0.93", and shorter ones for narrow places; "–" where there is no value.
std::vector<std::string> measured_words(const HeadMeasure& measure, const KnownHead& head);
/// The value with its unit: "1.20 bit", "0.93", "+0.118".
std::string measured_number(const HeadMeasure& measure, const KnownHead& head);

/// Changes whenever the overview of the heads does: the version of its thumbnails.
std::uint64_t overview_version(const ViewModel& model);

/// The measure, then the heads by layer, or in order.
void draw_heads_grid(const ViewModel& model, const Emit& emit);

/// The selected head large: its map and lines, measures, what can be done to it, what that does.
void draw_open_head(const ViewModel& model, const Emit& emit);
/// Buttons that take the head out and put it back.
void draw_head_surgery(const ViewModel& model, const Emit& emit);
/// Each measure with its number and a sentence; of two heads if `other` is not null.
void draw_head_measures(const ViewModel& model, const KnownHead& head, const KnownHead* other);

}  // namespace attnlab
