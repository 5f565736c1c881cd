// Attention Lab's library in one include. What a program can use is named here: the build hands out these
// headers, and those that they include, as <attnlab/…>, and no others.
#pragma once

#include "core/analysis/attribution/attribution.h"
#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/scores.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/analysis/contributions/contributions.h"
#include "core/analysis/decoding_report.h"
#include "core/analysis/heads/head_effects.h"
#include "core/analysis/heads/head_metrics.h"
#include "core/analysis/held_out_experts.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/analysis/patching/proposals.h"
#include "core/analysis/patching/words.h"
#include "core/analysis/probes/probing.h"
#include "core/analysis/residual/lens.h"
#include "core/analysis/residual/stream.h"
#include "core/analysis/rollout.h"
#include "core/analysis/saliency.h"
#include "core/autograd/cells.h"
#include "core/io/checkpoint.h"
#include "core/io/metrics_csv.h"
#include "core/io/numpy/numpy_script.h"
#include "core/io/safetensors.h"
#include "core/io/trace_csv.h"
#include "core/io/trace_export.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/input_sites.h"
#include "core/layers/norm_sites.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/cost.h"
#include "core/models/generation/beam_search.h"
#include "core/models/generation/generation.h"
#include "core/models/model.h"
#include "core/ops/recurrent/cell_sites.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/trace/derivation_text.h"
#include "core/trace/trace_diff.h"
#include "core/trace/trace_service.h"
#include "core/trace/tracer.h"
#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/run/train_loop.h"
#include "core/training/run/training_run.h"
#include "core/training/trainer.h"

/// @defgroup analysis Analysis
/// Questions about a trained model, each answered by one or two functions. They read a Trace, or the model
/// and a copy of its weights, and change neither. Weights are a flat array in the order of
/// Model::parameters().
///
/// @defgroup attribution Attribution: which inputs count for a prediction?
/// @ingroup analysis
/// Begin with attribute(); the example is attribute_prediction.cpp.
/// @defgroup circuits Circuits: which heads work together, and what does each copy?
/// @ingroup analysis
/// Begin with head_scores() and compositions(); the example is find_circuits.cpp.
/// @defgroup contributions Contributions: which parts of the model make a logit?
/// @ingroup analysis
/// Begin with split_logit(); the example is split_logit.cpp.
/// @defgroup heads Heads: how sharply does each head attend, and what is the loss without it?
/// @ingroup analysis
/// Begin with head_metrics() and head_effects(); the example is observe_attention.cpp.
/// @defgroup neurons Neurons: what does each unit of a feed-forward network do?
/// @ingroup analysis
/// Begin with unit_layers(), unit_contributions() and held_out_units(); the example is explain_neurons.cpp.
/// @defgroup patching Patching: where in the model is the answer to a text?
/// @ingroup analysis
/// Begin with run_patching(); the example is patch_activations.cpp.
/// @defgroup probes Probes: what can be read from the vectors of each layer?
/// @ingroup analysis
/// Begin with probe_layers(); the example is probe_layers.cpp.
/// @defgroup recurrence Recurrence: do gradients vanish or explode over time?
/// @ingroup analysis
/// Begin with recurrent_matrices() and eigenvalues_of().
/// @defgroup residual Residual stream: what would the model predict if it ended after each sublayer?
/// @ingroup analysis
/// Begin with logit_lens(); the example is logit_lens.cpp.
