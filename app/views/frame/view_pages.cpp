// The list of pages, and the page of one view.
#include "app/views/frame/view_pages.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace attnlab {

// Each row stands in the folder of its view.
extern const ViewPage kStepsPage, kHeadsPage, kPositionsPage, kMasksPage, kNormsPage, kMapPage,
    kRecurrencePage, kAlignmentPage, kExpertsPage, kGenerationPage, kTokensPage, kVectorsPage, kPicturesPage,
    kResidualPage, kContributionsPage, kAttributionPage, kPatchingPage, kCircuitsPage, kNeuronsPage,
    kProbesPage, kComparePage, kModelsPage, kTrainingPage, kLandscapePage, kTilesPage, kHandPage, kCostPage;

namespace {

constexpr std::array kViewPages{&kStepsPage,    &kHeadsPage,      &kPositionsPage,     &kMasksPage,
                                &kNormsPage,    &kMapPage,        &kRecurrencePage,    &kAlignmentPage,
                                &kExpertsPage,  &kGenerationPage, &kTokensPage,        &kVectorsPage,
                                &kPicturesPage, &kResidualPage,   &kContributionsPage, &kAttributionPage,
                                &kPatchingPage, &kCircuitsPage,   &kNeuronsPage,       &kProbesPage,
                                &kComparePage,  &kModelsPage,     &kTrainingPage,      &kLandscapePage,
                                &kTilesPage,    &kHandPage,       &kCostPage};

}  // namespace

std::span<const ViewPage* const> view_pages() {
  static const auto in_order = [] {
    std::array<const ViewPage*, kViewPages.size()> pages{};
    std::ranges::transform(features(), pages.begin(),
                           [](const Feature* view) { return &view_page(*view); });
    return pages;
  }();
  return in_order;
}

const ViewPage& view_page(const Feature& view) {
  const auto found = std::ranges::find(kViewPages, &view, [](const ViewPage* page) { return page->kind; });
  if (found == kViewPages.end())
    throw std::invalid_argument("nothing draws the view " + std::string(view.name));
  return **found;
}

}  // namespace attnlab
