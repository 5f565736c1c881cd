// The tensors of a feed-forward network, and of a router with its experts.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::feed_forward_sites {

using enum Axis;

inline constexpr Site kExpandWeight{
    .name = "expand.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Hidden weight"),
    .title = tr_mark("Hidden weights"),
    .sentence =
        tr_mark("The matrix that computes the hidden layer from a token's vector: one row for each unit."),
    .term = "feed-forward network"};
inline constexpr Site kExpandBias{.name = "expand.bias",
                                  .axes = {Row},
                                  .cell = tr_mark("Hidden bias"),
                                  .title = tr_mark("Hidden biases"),
                                  .sentence = tr_mark("Added to each hidden unit before the activation."),
                                  .term = "feed-forward network"};
inline constexpr Site kGateWeight{
    .name = "gate.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Gate weight"),
    .title = tr_mark("Gate weights"),
    .sentence = tr_mark("The matrix that computes the gate of each hidden unit."),
    .term = "SwiGLU"};
inline constexpr Site kGateBias{.name = "gate.bias",
                                .axes = {Row},
                                .cell = tr_mark("Gate bias"),
                                .title = tr_mark("Gate biases"),
                                .sentence = tr_mark("Added to each gate before the activation."),
                                .term = "SwiGLU"};
inline constexpr Site kUpWeight{
    .name = "up.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Hidden weight"),
    .title = tr_mark("Hidden weights"),
    .sentence = tr_mark("The matrix that computes the hidden units, which the gates scale."),
    .term = "SwiGLU"};
inline constexpr Site kUpBias{.name = "up.bias",
                              .axes = {Row},
                              .cell = tr_mark("Hidden bias"),
                              .title = tr_mark("Hidden biases"),
                              .sentence = tr_mark("Added to each hidden unit before the gate."),
                              .term = "SwiGLU"};
inline constexpr Site kContractWeight{
    .name = "contract.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Feed-forward weight"),
    .title = tr_mark("Feed-forward weights"),
    .sentence =
        tr_mark("The matrix that computes the output from the hidden layer: one column for each unit."),
    .term = "feed-forward network"};
inline constexpr Site kContractBias{.name = "contract.bias",
                                    .axes = {Row},
                                    .cell = tr_mark("Feed-forward bias"),
                                    .title = tr_mark("Feed-forward biases"),
                                    .sentence = tr_mark("Added to every output of the network."),
                                    .term = "feed-forward network"};

inline constexpr Site kHidden{
    .name = "hidden",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Hidden value"),
    .title = tr_mark("Hidden values"),
    .sentence =
        tr_mark("Each token's vector mapped to a wider hidden layer: a product with weights, plus a bias."),
    .term = "feed-forward network"};
inline constexpr Site kGate{
    .name = "gate",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Gate"),
    .title = tr_mark("Gates"),
    .sentence = tr_mark("How much of each hidden unit passes, before the activation."),
    .term = "SwiGLU"};
inline constexpr Site kUp{.name = "up",
                          .axes = {Batch, Token, Feature},
                          .cell = tr_mark("Hidden value"),
                          .title = tr_mark("Hidden values"),
                          .sentence = tr_mark("The hidden layer that the gates scale."),
                          .term = "SwiGLU"};
inline constexpr Site kActivated{
    .name = "activated",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Activated value"),
    .title = tr_mark("Activated values"),
    .sentence = tr_mark("The hidden layer of the feed-forward network after its activation."),
    .term = "feed-forward network"};
inline constexpr Site kGated{.name = "gated",
                             .axes = {Batch, Token, Feature},
                             .cell = tr_mark("Gated value"),
                             .title = tr_mark("Gated values"),
                             .sentence = tr_mark("The hidden layer times its activated gates."),
                             .term = "SwiGLU"};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = tr_mark("Feed-forward output"),
                              .title = tr_mark("Feed-forward output"),
                              .sentence = tr_mark("What the network adds to each token."),
                              .term = "feed-forward network",
                              .role = Role::Residual};

}  // namespace attnlab::feed_forward_sites

namespace attnlab::expert_sites {

using enum Axis;

inline constexpr Part kRouter{.name = "router", .title = tr_mark("router")};
/// The numbered experts.
inline constexpr Part kExperts{.name = "experts", .title = tr_mark("expert")};

inline constexpr Site kRouterWeight{
    .name = "weight",
    .axes = {Expert, Column},
    .cell = tr_mark("Router weight"),
    .title = tr_mark("Router weights"),
    .sentence = tr_mark("The matrix that scores the experts for a token: one row for each expert."),
    .term = "router"};
inline constexpr Site kLogits{.name = "logits",
                              .axes = {Batch, Token, Expert},
                              .cell = tr_mark("Router score"),
                              .title = tr_mark("Router scores"),
                              .sentence = tr_mark("The router's score of each expert for each token."),
                              .term = "router"};
inline constexpr Site kProbabilities{
    .name = "probabilities",
    .axes = {Batch, Token, Expert},
    .cell = tr_mark("Router probability"),
    .title = tr_mark("Router probabilities"),
    .sentence =
        tr_mark("The scores as probabilities that sum to 1; the experts with the largest are chosen."),
    .term = "router",
    .brief = tr_mark("probability"),
    .values = Values::Shares};
inline constexpr Site kSelected{
    .name = "selected",
    .axes = {Batch, Token, Choice},
    .cell = tr_mark("Chosen expert"),
    .title = tr_mark("Chosen experts"),
    .sentence = tr_mark("The numbers of the experts chosen for each token, the most probable first."),
    .term = "mixture of experts",
    .values = Values::Positive};
inline constexpr Site kGates{
    .name = "gates",
    .axes = {Batch, Token, Expert},
    .cell = tr_mark("Share of an expert"),
    .title = tr_mark("Shares of the experts"),
    .sentence = tr_mark("The weight of each chosen expert in the token's output; other experts have 0."),
    .term = "mixture of experts",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kLoad{
    .name = "load",
    .axes = {Batch, Expert},
    .cell = tr_mark("Load of an expert"),
    .title = tr_mark("Load of the experts"),
    .sentence =
        tr_mark("The share of the tokens that goes to each expert; equal shares use all experts equally."),
    .term = "load balancing",
    .values = Values::Shares};
inline constexpr Site kImportance{.name = "importance",
                                  .axes = {Batch, Expert},
                                  .cell = tr_mark("Importance of an expert"),
                                  .title = tr_mark("Importance of the experts"),
                                  .sentence = tr_mark("The mean router probability of each expert."),
                                  .term = "load balancing",
                                  .values = Values::Shares};
inline constexpr Site kBalance{
    .name = "balance",
    .axes = {Batch},
    .cell = tr_mark("Balance"),
    .title = tr_mark("Balance"),
    .sentence = tr_mark("1 if all experts are used equally, larger if they are not."),
    .term = "load balancing"};

}  // namespace attnlab::expert_sites
