// The tensors of recurrent cells: gates, states, and the parameters behind each gate.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::cell_sites {

using enum Axis;

inline constexpr Site kInputGate{
    .name = "input_gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Input gate"),
    .title = tr_mark("Input gate i"),
    .sentence =
        tr_mark("How much of the candidate each unit writes into its cell: 0 for nothing, 1 for all."),
    .term = "gate",
    .symbol = "i",
    .role = Role::Key,
    .values = Values::Shares};
inline constexpr Site kForgetGate{
    .name = "forget_gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Forget gate"),
    .title = tr_mark("Forget gate f"),
    .sentence =
        tr_mark("How much of its old cell state each unit keeps: 0 forgets everything, 1 keeps everything."),
    .term = "gate",
    .symbol = "f",
    .role = Role::Query,
    .values = Values::Shares};
inline constexpr Site kOutputGate{
    .name = "output_gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Output gate"),
    .title = tr_mark("Output gate o"),
    .sentence = tr_mark("How much of its cell state each unit outputs: 0 for nothing, 1 for all."),
    .term = "gate",
    .symbol = "o",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kResetGate{
    .name = "reset_gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Reset gate"),
    .title = tr_mark("Reset gate r"),
    .sentence = tr_mark("How much of the old state goes into the candidate: 0 ignores the old state."),
    .term = "gate",
    .symbol = "r",
    .role = Role::Query,
    .values = Values::Shares};
inline constexpr Site kUpdateGate{
    .name = "update_gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Update gate"),
    .title = tr_mark("Update gate z"),
    .sentence = tr_mark("How much of the old state each unit keeps; the rest comes from the candidate."),
    .term = "gate",
    .symbol = "z",
    .role = Role::Key,
    .values = Values::Shares};
inline constexpr Site kCandidate{
    .name = "candidate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Candidate"),
    .title = tr_mark("Candidates"),
    .sentence = tr_mark(
        "The new value that each unit may write, computed from the new token and the previous state."),
    .symbol = "g",
    .role = Role::Value};
inline constexpr Site kGruCandidate{
    .name = "candidate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Candidate"),
    .title = tr_mark("Candidates"),
    .sentence = tr_mark("The new value that each unit may write, computed from the new token and "
                        "the part of the previous state that the reset gate keeps."),
    .symbol = "n",
    .role = Role::Value};
inline constexpr Site kCell{
    .name = "cell",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Cell state"),
    .title = tr_mark("Cell state c"),
    .sentence = tr_mark("The long-term memory: what the forget gate keeps, plus what the input gate adds."),
    .term = "LSTM",
    .symbol = "c"};
inline constexpr Site kHidden{
    .name = "hidden",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Hidden state"),
    .title = tr_mark("Hidden state h"),
    .sentence = tr_mark(
        "The state after each token, which holds everything the network knows about the text so far."),
    .term = "hidden state",
    .symbol = "h",
    .role = Role::Residual};

/// The parameters behind the gate whose tensor is named alike.
inline constexpr Part kInputGateWeights{.name = "input_gate", .title = tr_mark("input gate")};
inline constexpr Part kForgetGateWeights{.name = "forget_gate", .title = tr_mark("forget gate")};
inline constexpr Part kOutputGateWeights{.name = "output_gate", .title = tr_mark("output gate")};
inline constexpr Part kResetGateWeights{.name = "reset_gate", .title = tr_mark("reset gate")};
inline constexpr Part kUpdateGateWeights{.name = "update_gate", .title = tr_mark("update gate")};
inline constexpr Part kCandidateWeights{.name = "candidate", .title = tr_mark("candidate")};
inline constexpr Part kHiddenWeights{.name = "hidden", .title = tr_mark("hidden state")};

inline constexpr Site kInputWeight{
    .name = "input.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Input weight"),
    .title = tr_mark("Input weights"),
    .sentence = tr_mark("The matrix that multiplies the new token or the output of the layer below."),
    .term = "parameter"};
inline constexpr Site kRecurrentWeight{.name = "recurrent.weight",
                                       .axes = {Row, Column},
                                       .cell = tr_mark("Recurrent weight"),
                                       .title = tr_mark("Recurrent weights"),
                                       .sentence = tr_mark("The matrix that multiplies the previous state."),
                                       .term = "parameter"};
inline constexpr Site kContextWeight{
    .name = "context.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Context weight"),
    .title = tr_mark("Context weights"),
    .sentence = tr_mark("The matrix that multiplies the context from the source."),
    .term = "parameter"};
inline constexpr Site kBias{.name = "bias",
                            .axes = {Row},
                            .cell = tr_mark("Bias"),
                            .title = tr_mark("Biases"),
                            .sentence = tr_mark("Added to the sum for every input."),
                            .term = "bias"};
inline constexpr Site kRecurrentBias{
    .name = "recurrent.bias",
    .axes = {Row},
    .cell = tr_mark("Recurrent bias"),
    .title = tr_mark("Recurrent biases"),
    .sentence = tr_mark("Added to the product with the previous state, before the reset gate."),
    .term = "bias"};

}  // namespace attnlab::cell_sites
