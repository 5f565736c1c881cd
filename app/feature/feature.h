// Feature: a view of the stage as one row: its names, keys and options.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/config/fields.h"

namespace attnlab {

class Analysis;
struct AnalysisTools;
struct AppState;
struct ModelConfig;
struct ScriptExpression;
struct StatePart;
namespace commands {
struct Entry;
}
class Choices;

/// A group of tabs. The rows are in app/feature/view_groups.cpp. Titles and helps here and below are
/// messages: tr() shows them.
struct ViewGroup {
  std::string_view name;   ///< "inside": its button is group.inside in scripts
  std::string_view title;  ///< on its button, if there is no room for its tabs
  std::string_view help;   ///< what its views have in common, in a few words
};

extern const ViewGroup kPassGroup, kWordsGroup, kInsideGroup, kLearningGroup, kArithmeticGroup;

/// A key that works in one view only.
struct ViewKey {
  std::string_view chord;                  ///< as parse_key() reads it
  std::string_view shown;                  ///< as people read it; "" for a second key of the same action
  std::string_view help;                   ///< its effect, in a few words
  std::string_view command;                ///< the command that it sends
  bool (*here)(const Choices&) = nullptr;  ///< whether the key works now; null: always
};

/// Which groups of shared keys work in a view.
struct SharedKeys {
  bool steps = false;     ///< move from step to step of the pass
  bool cells = false;     ///< move from token to token, from head to head
  bool layers = false;    ///< move from layer to layer
  bool matrices = false;  ///< zoom matrices
};

/// One view: kFeature in feature.cpp of its folder in app/features, whose list features() returns. The page
/// of the same folder draws it.
struct Feature {
  std::string_view name;      ///< "heads": in commands, scripts and on the command line
  std::string_view title;     ///< on its tab
  const ViewGroup* group;     ///< whose tabs are together
  std::string_view term;      ///< of the glossary, explained by its tab
  std::string_view key = {};  ///< puts the view on the stage, as parse_key() reads it; "": none
  SharedKeys shared = {};
  std::span<const ViewKey> keys = {};  ///< keys of this view alone
  /// The view's options, which point into `choices`; null if there are none.
  Fields (*options)(Choices& choices) = nullptr;
  /// Resets the options that name parts of one model; null if there are none.
  void (*forget_model)(Choices& choices) = nullptr;
  /// Whether the view is offered to the model; null: to every model.
  bool (*offered)(const ModelConfig& config) = nullptr;
  /// Why the view is not offered to a model, as a message: "it has no attention heads".
  std::string_view (*why_not)(const ModelConfig& config) = nullptr;
  /// Copies what was typed, which undo reverts; null: nothing is typed here.
  void (*copy_typed)(Choices& to, const Choices& from) = nullptr;
  /// Resets what no command of a lesson can choose, and what another command chooses again; null: nothing.
  void (*drop_unsaid)(AppState& state) = nullptr;
  /// What the view computes in the background; null: nothing beyond the trace.
  std::unique_ptr<Analysis> (*analysis)(const AnalysisTools& tools) = nullptr;
  /// Commands of the feature alone; null: there are none.
  std::span<const commands::Entry> (*commands)() = nullptr;
  /// What its commands choose, beside its options; null: nothing.
  const StatePart* part = nullptr;
  /// Expressions of the feature alone; null: there are none.
  std::span<const ScriptExpression> (*expressions)() = nullptr;
};

/// Whether a model has attention heads, and so masks; and why views of heads are not offered to others.
bool has_attention_heads(const ModelConfig& config);
std::string_view no_attention_heads(const ModelConfig& config);

}  // namespace attnlab
