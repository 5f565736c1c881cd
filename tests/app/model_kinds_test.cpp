// The rows of model parts: known words, and all the fields that their readers need.
#include <gtest/gtest.h>

#include <set>

#include "app/views/stage/cell_formulas.h"
#include "app/widgets/base/glossary.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"
#include "core/models/initialization_kind.h"
#include "core/models/pooling_kind.h"
#include "core/ops/recurrent/cell_sites.h"
#include "core/ops/recurrent/recurrent_steps.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

/// Expects distinct names, and an option that lists them in this order.
template <typename Rows>
void expect_names(const Rows& rows, std::string_view option) {
  ModelConfig config;
  const Fields fields = model_fields(config);
  const Field& field = *std::ranges::find(fields, option, &Field::name);
  ASSERT_EQ(field.choices.size(), rows.size());
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_FALSE(rows[i].name.empty() || rows[i].title.empty());
    EXPECT_TRUE(names.insert(rows[i].name).second) << rows[i].name;
    EXPECT_EQ(field.choices[i].name, rows[i].name);
    EXPECT_EQ(field.choices[i].title, rows[i].title);
  }
}

TEST(ModelKinds, AreTheChoicesOfTheirOptions) {
  expect_names(architecture_kinds(), "architecture");
  expect_names(alignment_kinds(), "alignment");
  expect_names(cell_kinds(), "cell");
  expect_names(pooling_kinds(), "pooling");
  expect_names(initialization_kinds(), "initialization");
  expect_names(norm_placements(), "norm");
}

TEST(ModelKinds, AnUnknownNameIsRefusedWithNearOnes) {
  const auto expect_refused = [](const std::string& start, const auto& ask) {
    const std::string error = error_text<std::invalid_argument>([&] { ask(); });
    EXPECT_TRUE(error.starts_with(start)) << error;
  };
  expect_refused("there is no architecture gtp; did you mean gpt", [] { architecture_kind("gtp"); });
  expect_refused("there is no alignment dott; did you mean dot", [] { alignment_kind("dott"); });
  expect_refused("there is no recurrent cell lsmt; did you mean lstm", [] { cell_kind("lsmt"); });
  expect_refused("there is no pooling meen; did you mean mean", [] { pooling_kind("meen"); });
  expect_refused("there is no initialization glorto; did you mean glorot",
                 [] { initialization_kind("glorto"); });
  expect_refused("there is no placement of norms pots; did you mean post", [] { norm_placement("pots"); });
  expect_refused("there is no score additve; did you mean additive",
                 [] { GeneralAttention::score_from("additve"); });
}

TEST(Architectures, SayWhatTheyAreMadeOf) {
  for (const ArchitectureKind& kind : architecture_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(&architecture_kind(kind.name), &kind);
    EXPECT_EQ(kind.has_layers(), kind.source_stack || kind.target_stack);
    EXPECT_EQ(kind.has_layers(), kind.has_blocks() || kind.has_cells());
    EXPECT_EQ(kind.term.empty(), kind.has_cells()) << "a cell says what it is";
    if (!kind.term.empty()) {
      EXPECT_NE(find_term(kind.term), nullptr);
    }
    EXPECT_EQ(kind.no_positions.empty(), kind.has_blocks());
    EXPECT_TRUE(kind.make);
    ASSERT_FALSE(kind.outputs.empty());
    std::set<std::string_view> names;
    for (const ArchitectureKind::Output& output : kind.outputs) {
      EXPECT_TRUE(names.insert(output.name).second) << output.name;
      EXPECT_EQ(kind.output_of(output.format), &output);
    }
    EXPECT_TRUE(names.contains(ModelConfig().output));
  }
}

TEST(Architectures, OneOfEachFormatHasBlocksOrTables) {
  for (const Format format : {Format::Stream, Format::Pairs, Format::Masked, Format::Labels, Format::Class,
                              Format::Picture, Format::PictureText, Format::WordContext, Format::Numbers}) {
    int blocks = 0, cells = 0;
    for (const ArchitectureKind& kind : architecture_kinds())
      if (kind.output_of(format)) ++(kind.has_cells() ? cells : blocks);
    EXPECT_EQ(blocks, 1) << static_cast<int>(format);
    EXPECT_LE(cells, 1) << static_cast<int>(format);
  }
}

TEST(Cells, SayWhatTheyAreMadeOf) {
  for (const CellKind& kind : cell_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(&cell_kind(kind.name), &kind);
    EXPECT_FALSE(kind.family.empty());
    EXPECT_NE(find_term(kind.term), nullptr) << kind.term;
    EXPECT_TRUE(kind.forward && kind.backward && kind.explain);
    ASSERT_FALSE(kind.gates.empty());
    EXPECT_LE(kind.gate_count(), CellSteps::kMostGates);
    for (std::size_t i = 0; i < kind.gates.size(); ++i) {
      EXPECT_LT(kind.gates[i].reset_by, static_cast<int>(i)) << "a gate is reset by one before it";
      EXPECT_TRUE(kind.gates[i].reset_by < 0 || i + 1 == kind.gates.size());
      EXPECT_NE(kind.gates[i].function, GateFunction::None);
      EXPECT_FALSE(kind.gates[i].makes.symbol.empty());
    }
    const bool state_is_gate = kind.gates.size() == 1 && &kind.gates[0].makes == &cell_sites::kHidden;
    EXPECT_EQ(kind.make_states == nullptr, state_is_gate);
    EXPECT_TRUE(cell_formula(kind, cell_sites::kHidden));
    for (const CellGate& gate : kind.gates) EXPECT_TRUE(cell_formula(kind, gate.makes));
    if (kind.has_cell) {
      EXPECT_TRUE(cell_formula(kind, cell_sites::kCell));
    }
  }
}

TEST(Alignments, SayWhenTheyLookBack) {
  for (const AlignmentKind& kind : alignment_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(&alignment_kind(kind.name), &kind);
    EXPECT_EQ(kind.term.empty(), !kind.looks_back());
    if (kind.looks_back()) {
      EXPECT_NE(find_term(kind.term), nullptr) << kind.term;
    }
    if (kind.when != AlignmentKind::When::BeforeEachStep) continue;
    EXPECT_EQ(kind.score, GeneralAttention::Score::Additive) << "AlignedRecurrentLayer has no other";
    for (const Site* site : {&alignment_sites::kQuery, &alignment_sites::kScores, &alignment_sites::kWeights,
                             &alignment_sites::kContext})
      EXPECT_TRUE(alignment_formula(kind, *site)) << site->name;
  }
}

TEST(Poolings, SayWhoHasThem) {
  for (const PoolingKind& kind : pooling_kinds()) {
    EXPECT_TRUE(kind.pool) << kind.name;
    EXPECT_TRUE(kind.not_of_blocks.empty() || kind.not_of_cells.empty()) << kind.name;
  }
}

TEST(Initializations, StartEverything) {
  for (const InitializationKind& kind : initialization_kinds()) {
    EXPECT_GT(kind.linear(8, 4).scale, 0) << kind.name;
    EXPECT_GT(kind.branch(8, 4, 2).scale, 0) << kind.name;
    EXPECT_GT(kind.embedding(8).scale, 0) << kind.name;
  }
}

TEST(NormPlacements, HaveWordsForWhereNormsStand) {
  for (const NormPlacement& placement : norm_placements()) {
    SCOPED_TRACE(placement.name);
    EXPECT_EQ(&norm_placement(placement.name), &placement);
    EXPECT_FALSE(placement.phrase.empty() || placement.sentence.empty());
    EXPECT_FALSE(placement.sentence.ends_with(".")) << "whoever shows the sentence ends it";
    EXPECT_EQ(placement.term.empty(), !placement.has_norms());
    if (placement.has_norms()) {
      EXPECT_NE(find_term(placement.term), nullptr) << placement.term;
    }
    EXPECT_TRUE(placement.has_norms() || !placement.ends_stack);
  }
}

TEST(CellFormulas, WhatIsNotDrawnIsRefused) {
  EXPECT_EQ(error_text<std::invalid_argument>([] { cell_formula(cell_kind("gru"), cell_sites::kCell); }),
            "there is no formula for cell of gru");
  EXPECT_EQ(error_text<std::invalid_argument>(
                [] { alignment_formula(alignment_kind("dot"), alignment_sites::kScores); }),
            "there is no formula for scores of dot");
}

}  // namespace
}  // namespace attnlab::testing
