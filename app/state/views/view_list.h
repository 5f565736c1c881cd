// The list of views: their rows in the order of the tabs, and the user's choices in each.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/views/alignment.h"
#include "app/state/views/attribution.h"
#include "app/state/views/circuits.h"
#include "app/state/views/compare.h"
#include "app/state/views/contributions.h"
#include "app/state/views/cost.h"
#include "app/state/views/experts.h"
#include "app/state/views/generation.h"
#include "app/state/views/hand.h"
#include "app/state/views/heads.h"
#include "app/state/views/landscape.h"
#include "app/state/views/map.h"
#include "app/state/views/masks.h"
#include "app/state/views/models.h"
#include "app/state/views/neurons.h"
#include "app/state/views/norms.h"
#include "app/state/views/patching.h"
#include "app/state/views/pictures.h"
#include "app/state/views/positions.h"
#include "app/state/views/probes.h"
#include "app/state/views/recurrence.h"
#include "app/state/views/residual.h"
#include "app/state/views/steps.h"
#include "app/state/views/tiles.h"
#include "app/state/views/tokens.h"
#include "app/state/views/training.h"
#include "app/state/views/vectors.h"

namespace attnlab {

/// All views in the order of the tabs.
inline constexpr std::array kViewKinds{
    &kStepsView,       &kHeadsView,      &kPositionsView, &kMasksView,     &kNormsView,
    &kMapView,         &kRecurrenceView, &kAlignmentView, &kExpertsView,   &kGenerationView,
    &kTokensView,      &kVectorsView,    &kPicturesView,  &kResidualView,  &kContributionsView,
    &kAttributionView, &kPatchingView,   &kCircuitsView,  &kNeuronsView,   &kProbesView,
    &kCompareView,     &kModelsView,     &kTrainingView,  &kLandscapeView, &kTilesView,
    &kHandView,        &kCostView};

/// The names of all views, in the order of the tabs.
std::vector<std::string> view_names();

/// The options of all views, as one plain value.
struct ViewChoices {
  StepsChoice steps;
  HeadsChoice heads;
  PositionsChoice positions;
  MasksChoice masks;
  NormsChoice norms;
  MapChoice map;
  RecurrenceChoice recurrence;
  AlignmentChoice alignment;
  ExpertsChoice experts;
  GenerationChoice generation;
  TokensChoice tokens;
  VectorsChoice vectors;
  PicturesChoice pictures;
  ResidualChoice residual;
  ContributionsChoice contributions;
  AttributionChoice attribution;
  PatchingChoice patching;
  CircuitsChoice circuits;
  NeuronsChoice neurons;
  ProbesChoice probes;
  CompareChoice compare;
  ModelsChoice models;
  TrainingChoice training;
  LandscapeChoice landscape;
  TilesChoice tiles;
  HandChoice hand;
  CostChoice cost;
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
