// Tracer: a snapshot and a text in, a Trace out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/autograd/hooks.h"
#include "core/autograd/variable.h"
#include "core/config/option_value.h"
#include "core/data/picture.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/text/vocabularies.h"
#include "core/trace/edit.h"
#include "core/trace/trace.h"

namespace attnlab {

/// What is to be traced, as a value: equal requests mean the same pass.
struct TraceRequest {
  std::string source{};  ///< source text; of Stream models, a question before the text, which does not count
  std::string target{};  ///< target text, class or labels; for Stream models, the text itself
  std::shared_ptr<const Picture> picture{};  ///< what a model of pictures looks at
  std::optional<std::vector<TokenId>>
      target_tokens{};           ///< of a model that answers: the target itself, if known
  bool generate_target = false;  ///< of a model that answers: use its own greedy output as the target
  bool gradients = true;         ///< run backward too
  std::vector<Edit> edits{};     ///< changes to make in the pass
  /// Stream: so many of the first tokens ask and do not count, whatever `source` says; none: those of
  /// `source`.
  std::optional<Index> question{};
  /// Only the target at this position counts, so that the loss and its gradients are that target's; none:
  /// all.
  std::optional<Index> only_target{};
  /// Other values of options of the model: those that changed while it learned.
  OptionValues model_options{};
  /// Most bytes of values and gradients together in memory; none: any number. Gradients beyond are computed
  /// when they are first read, as choose_kept_gradients() says; networks that recur keep all. What is
  /// still too much lies in a temporary file, where the system has one (PassMemory::obstacle).
  std::optional<Index> kept_bytes{};
  friend bool operator==(const TraceRequest&, const TraceRequest&) = default;
};

/// Functions that take part in a pass.
struct TraceHooks {
  std::vector<Intervention> interventions{};  ///< changes to make after the request's edits
  std::vector<Observer*> observers{};         ///< notified of each tensor
  /// Makes of the logits [B,T,V] the scalar that goes backward in place of the loss, so that the gradients of
  /// the trace are its gradients; none: the loss.
  std::function<Variable(Tape&, Variable logits)> objective{};
};

/// Traces texts through one model. Immutable; `trace` may be called from several threads.
class Tracer {
 public:
  /// Attention is computed on what `device` says when a trace begins.
  Tracer(std::shared_ptr<const Model> model, std::shared_ptr<const Vocabularies> vocabularies,
         AttentionDeviceChoice device = AttentionDeviceChoice())
      : model_(std::move(model)), vocabularies_(std::move(vocabularies)), device_(std::move(device)) {}

  /// Throws std::invalid_argument with one line where the text is empty or longer than the model's context,
  /// the target can count nowhere (check_target()), an edit or intervention names no tensor, cell or token
  /// that is there, or only_target is a position without a target.
  TracePtr trace(const SnapshotPtr& snapshot, const TraceRequest& request,
                 const TraceHooks& hooks = {}) const;

  const Model& model() const { return *model_; }
  const Vocabularies& vocabularies() const { return *vocabularies_; }

 private:
  std::vector<Intervention> interventions_of(const Edit& edit, const SnapshotPtr& snapshot,
                                             std::optional<Index> kept_bytes) const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Vocabularies> vocabularies_;
  AttentionDeviceChoice device_;
};

}  // namespace attnlab
