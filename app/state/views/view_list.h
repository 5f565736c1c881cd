// The list of views: their rows in the order of the tabs, and what the user chose in each.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/state/views/compare.h"
#include "app/state/views/generation.h"
#include "app/state/views/heads.h"
#include "app/state/views/map.h"
#include "app/state/views/masks.h"
#include "app/state/views/norms.h"
#include "app/state/views/positions.h"
#include "app/state/views/steps.h"
#include "app/state/views/tiles.h"
#include "app/state/views/training.h"

namespace attnlab {

/// In the order of the tabs.
inline constexpr std::array kViewKinds{&kStepsView,    &kHeadsView,      &kPositionsView, &kMasksView,
                                       &kNormsView,    &kGenerationView, &kMapView,       &kCompareView,
                                       &kTrainingView, &kTilesView};

/// The rows themselves, one after the other.
class ViewKinds {
 public:
  struct Iterator {
    const ViewKind* const* at;
    const ViewKind& operator*() const { return **at; }
    Iterator& operator++() { return ++at, *this; }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };
  Iterator begin() const { return {kViewKinds.data()}; }
  Iterator end() const { return {kViewKinds.data() + kViewKinds.size()}; }
};
inline ViewKinds view_kinds() { return {}; }

/// What is chosen in all views; one plain value.
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
  friend bool operator==(const ViewChoices&, const ViewChoices&) = default;
};

/// Throws std::invalid_argument with near names.
const ViewKind& view_kind(std::string_view name);

/// Whether there is such a view of the model; null: no model is open, and every view is there.
bool is_offered(const ViewKind& view, const ModelConfig* config);
/// Throws std::invalid_argument, "this model has no view NAME", where there is none.
void require_offered(const ViewKind& view, const ModelConfig* config);
/// The views of the model, in the order of the tabs.
std::vector<const ViewKind*> offered_views(const ModelConfig* config);

/// The option table of one view's choices, in which it points; empty where nothing can be chosen.
Fields choice_fields(ViewChoices& choices, const ViewKind& view);

/// Takes back the choices that mean parts of one model, as when another is opened.
void forget_model(ViewChoices& choices);

}  // namespace attnlab
