// ViewKind: a view of the stage as one row: its names, its keys, what is chosen in it.
#pragma once

#include <span>
#include <string_view>

#include "core/config/fields.h"

namespace attnlab {

struct ModelConfig;
struct ViewChoices;

/// A key of one view, which does there what it does nowhere else.
struct ViewKey {
  std::string_view chord;                      ///< as parse_key() reads it
  std::string_view shown;                      ///< as people read it; "" for a second key of the same action
  std::string_view help;                       ///< what it does, in a few words
  std::string_view command;                    ///< that it sends
  bool (*here)(const ViewChoices&) = nullptr;  ///< only where this holds; null: everywhere in the view
};

/// The keys of all views that do something in one of them.
struct SharedKeys {
  bool steps = false;     ///< from step to step of the pass
  bool cells = false;     ///< from token to token, from head to head
  bool layers = false;    ///< from layer to layer
  bool matrices = false;  ///< zoom of matrices
};

/// One view. Each row stands in the file of its view; app/state/views/view_list.h lists them. What draws the
/// view is its ViewPage in app/views.
struct ViewKind {
  std::string_view name;      ///< "heads": in commands, scripts and on the command line
  std::string_view title;     ///< on its tab
  std::string_view term;      ///< of the glossary, which its tab tells
  std::string_view key = {};  ///< that puts it on the stage, as parse_key() reads it; "": none
  SharedKeys shared = {};
  std::span<const ViewKey> keys = {};  ///< its own
  /// The options of `choices` that are the view's, into which they point; null where there are none.
  Fields (*options)(ViewChoices& choices) = nullptr;
  /// Takes back the choices that mean parts of one model; null where there are none.
  void (*forget_model)(ViewChoices& choices) = nullptr;
  /// Whether there is such a view of the model; null: of every model.
  bool (*offered)(const ModelConfig& config) = nullptr;
};

}  // namespace attnlab
