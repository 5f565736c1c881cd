// The tensors of a feed-forward network, and of a router with its experts.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::feed_forward_sites {

using enum Axis;

inline constexpr Site kExpandWeight{
    .name = "expand.weight",
    .axes = {Row, Column},
    .cell = "Hidden weight",
    .title = "Hidden weights",
    .sentence = "The matrix that computes the hidden layer from a token's vector: one row for each unit.",
    .term = "feed-forward network"};
inline constexpr Site kExpandBias{.name = "expand.bias",
                                  .axes = {Row},
                                  .cell = "Hidden bias",
                                  .title = "Hidden biases",
                                  .sentence = "Added to each hidden unit before the activation.",
                                  .term = "feed-forward network"};
inline constexpr Site kGateWeight{.name = "gate.weight",
                                  .axes = {Row, Column},
                                  .cell = "Gate weight",
                                  .title = "Gate weights",
                                  .sentence = "The matrix that computes the gate of each hidden unit.",
                                  .term = "SwiGLU"};
inline constexpr Site kGateBias{.name = "gate.bias",
                                .axes = {Row},
                                .cell = "Gate bias",
                                .title = "Gate biases",
                                .sentence = "Added to each gate before the activation.",
                                .term = "SwiGLU"};
inline constexpr Site kUpWeight{
    .name = "up.weight",
    .axes = {Row, Column},
    .cell = "Hidden weight",
    .title = "Hidden weights",
    .sentence = "The matrix that computes the hidden units, which the gates scale.",
    .term = "SwiGLU"};
inline constexpr Site kUpBias{.name = "up.bias",
                              .axes = {Row},
                              .cell = "Hidden bias",
                              .title = "Hidden biases",
                              .sentence = "Added to each hidden unit before the gate.",
                              .term = "SwiGLU"};
inline constexpr Site kContractWeight{
    .name = "contract.weight",
    .axes = {Row, Column},
    .cell = "Feed-forward weight",
    .title = "Feed-forward weights",
    .sentence = "The matrix that computes the output from the hidden layer: one column for each unit.",
    .term = "feed-forward network"};
inline constexpr Site kContractBias{.name = "contract.bias",
                                    .axes = {Row},
                                    .cell = "Feed-forward bias",
                                    .title = "Feed-forward biases",
                                    .sentence = "Added to every output of the network.",
                                    .term = "feed-forward network"};

inline constexpr Site kHidden{
    .name = "hidden",
    .axes = {Batch, Token, Feature},
    .cell = "Hidden value",
    .title = "Hidden values",
    .sentence = "Each token's vector mapped to a wider hidden layer: a product with weights, plus a bias.",
    .term = "feed-forward network"};
inline constexpr Site kGate{.name = "gate",
                            .axes = {Batch, Token, Feature},
                            .cell = "Gate",
                            .title = "Gates",
                            .sentence = "How much of each hidden unit passes, before the activation.",
                            .term = "SwiGLU"};
inline constexpr Site kUp{.name = "up",
                          .axes = {Batch, Token, Feature},
                          .cell = "Hidden value",
                          .title = "Hidden values",
                          .sentence = "The hidden layer that the gates scale.",
                          .term = "SwiGLU"};
inline constexpr Site kActivated{
    .name = "activated",
    .axes = {Batch, Token, Feature},
    .cell = "Activated value",
    .title = "Activated values",
    .sentence = "The hidden layer of the feed-forward network after its activation.",
    .term = "feed-forward network"};
inline constexpr Site kGated{.name = "gated",
                             .axes = {Batch, Token, Feature},
                             .cell = "Gated value",
                             .title = "Gated values",
                             .sentence = "The hidden layer times its activated gates.",
                             .term = "SwiGLU"};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = "Feed-forward output",
                              .title = "Feed-forward output",
                              .sentence = "What the network adds to each token.",
                              .term = "feed-forward network",
                              .role = Role::Residual};

}  // namespace attnlab::feed_forward_sites

namespace attnlab::expert_sites {

using enum Axis;

inline constexpr Part kRouter{.name = "router", .title = "router"};
/// The numbered experts.
inline constexpr Part kExperts{.name = "experts", .title = "expert"};

inline constexpr Site kRouterWeight{
    .name = "weight",
    .axes = {Expert, Column},
    .cell = "Router weight",
    .title = "Router weights",
    .sentence = "The matrix that scores the experts for a token: one row for each expert.",
    .term = "router"};
inline constexpr Site kLogits{.name = "logits",
                              .axes = {Batch, Token, Expert},
                              .cell = "Router score",
                              .title = "Router scores",
                              .sentence = "The router's score of each expert for each token.",
                              .term = "router"};
inline constexpr Site kProbabilities{
    .name = "probabilities",
    .axes = {Batch, Token, Expert},
    .cell = "Router probability",
    .title = "Router probabilities",
    .sentence = "The scores as probabilities that sum to 1; the experts with the largest are chosen.",
    .term = "router",
    .brief = "probability",
    .values = Values::Shares};
inline constexpr Site kSelected{
    .name = "selected",
    .axes = {Batch, Token, Choice},
    .cell = "Chosen expert",
    .title = "Chosen experts",
    .sentence = "The numbers of the experts chosen for each token, the most probable first.",
    .term = "mixture of experts",
    .values = Values::Positive};
inline constexpr Site kGates{
    .name = "gates",
    .axes = {Batch, Token, Expert},
    .cell = "Share of an expert",
    .title = "Shares of the experts",
    .sentence = "The weight of each chosen expert in the token's output; other experts have 0.",
    .term = "mixture of experts",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kLoad{
    .name = "load",
    .axes = {Batch, Expert},
    .cell = "Load of an expert",
    .title = "Load of the experts",
    .sentence = "The share of the tokens that goes to each expert; equal shares use all experts equally.",
    .term = "load balancing",
    .values = Values::Shares};
inline constexpr Site kImportance{.name = "importance",
                                  .axes = {Batch, Expert},
                                  .cell = "Importance of an expert",
                                  .title = "Importance of the experts",
                                  .sentence = "The mean router probability of each expert.",
                                  .term = "load balancing",
                                  .values = Values::Shares};
inline constexpr Site kBalance{.name = "balance",
                               .axes = {Batch},
                               .cell = "Balance",
                               .title = "Balance",
                               .sentence = "1 if all experts are used equally, larger if they are not.",
                               .term = "load balancing"};

}  // namespace attnlab::expert_sites
