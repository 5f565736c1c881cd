// The list of views: their rows in the order of the tabs, and the user's choices in each.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/views/alignment.h"
#include "app/state/views/compare.h"
#include "app/state/views/contributions.h"
#include "app/state/views/cost.h"
#include "app/state/views/experts.h"
#include "app/state/views/generation.h"
#include "app/state/views/hand.h"
#include "app/state/views/heads.h"
#include "app/state/views/map.h"
#include "app/state/views/masks.h"
#include "app/state/views/norms.h"
#include "app/state/views/pictures.h"
#include "app/state/views/positions.h"
#include "app/state/views/recurrence.h"
#include "app/state/views/steps.h"
#include "app/state/views/tiles.h"
#include "app/state/views/tokens.h"
#include "app/state/views/training.h"
#include "app/state/views/vectors.h"

namespace attnlab {

/// All views in the order of the tabs.
inline constexpr std::array kViewKinds{&kStepsView,    &kHeadsView,         &kPositionsView,  &kMasksView,
                                       &kNormsView,    &kMapView,           &kRecurrenceView, &kAlignmentView,
                                       &kExpertsView,  &kGenerationView,    &kTokensView,     &kVectorsView,
                                       &kPicturesView, &kContributionsView, &kCompareView,    &kTrainingView,
                                       &kTilesView,    &kHandView,          &kCostView};

/// The names of all views, in the order of the tabs.
std::vector<std::string> view_names();

/// The options of all views, as one plain value.
struct ViewChoices {
  StepsChoice steps;
  HeadsChoice heads;
  PositionsChoice positions;
  MasksChoice masks;
  NormsChoice norms;
  GenerationChoice generation;
  MapChoice map;
  CompareChoice compare;
  TrainingChoice training;
  TilesChoice tiles;
  ExpertsChoice experts;
  RecurrenceChoice recurrence;
  AlignmentChoice alignment;
  PicturesChoice pictures;
  TokensChoice tokens;
  VectorsChoice vectors;
  HandChoice hand;
  CostChoice cost;
  ContributionsChoice contributions;
  friend bool operator==(const ViewChoices&, const ViewChoices&) = default;
};

/// The view of this name. Throws std::invalid_argument with near names.
const ViewKind& view_kind(std::string_view name);

/// Whether the view is offered to the model; null: no model is open, and every view is offered.
bool is_offered(const ViewKind& view, const ModelConfig* config);
/// Throws std::invalid_argument, "this model has no view NAME", where the view is not offered.
void require_offered(const ViewKind& view, const ModelConfig* config);
/// The views offered to the model, in the order of the tabs.
std::vector<const ViewKind*> offered_views(const ModelConfig* config);

/// The option table of one view, which points into `choices`; empty where the view has no options.
Fields choice_fields(ViewChoices& choices, const ViewKind& view);

/// Resets the options that name parts of one model, for another model.
void forget_model(ViewChoices& choices);

}  // namespace attnlab
