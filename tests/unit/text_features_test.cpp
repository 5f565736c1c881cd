// Features of texts, the correlation of units with them, eigenvalues of small matrices, and patterns over
// time.
#include "core/analysis/text_features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/recurrence/recurrent_eigenvalues.h"
#include "core/analysis/recurrence/sequence_pattern.h"
#include "core/models/model.h"
#include "core/training/preset.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

std::vector<Piece> letters(const std::string& text) {
  std::vector<Piece> pieces;
  for (const char letter : text) pieces.push_back({0, std::string(1, letter), true});
  return pieces;
}

std::vector<double> feature_of(const char* name, const std::string& text, Index selected = 0) {
  return text_feature(name).values(letters(text), selected);
}

using Numbers = std::vector<double>;

TEST(TextFeatures, CountByHand) {
  EXPECT_EQ(feature_of("position", "abc"), (Numbers{0, 1, 2}));
  EXPECT_EQ(feature_of("token", "abca", 3), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(feature_of("depth", "([])a()"), (Numbers{1, 2, 2, 1, 0, 1, 1}));
  EXPECT_EQ(feature_of("quotes", "a\"b\"c"), (Numbers{0, 1, 1, 0, 0}));
  EXPECT_EQ(feature_of("vowel", "aXeU"), (Numbers{1, 0, 1, 1}));
  EXPECT_EQ(feature_of("space", "a b"), (Numbers{0, 1, 0}));
  EXPECT_EQ(feature_of("word", "ab cd"), (Numbers{1, 2, 0, 1, 2}));
  EXPECT_EQ(feature_of("sentence", "a.bc"), (Numbers{1, 0, 1, 2}));
  EXPECT_EQ(feature_of("capital", "aBc"), (Numbers{0, 1, 0}));
  EXPECT_EQ(feature_of("digit", "a1"), (Numbers{0, 1}));
  EXPECT_EQ(feature_of("punctuation", "a, 1"), (Numbers{0, 1, 0, 0}));
}

TEST(TextFeatures, GiveANumberATokenOfAnyText) {
  for (const TextFeature& feature : text_features())
    for (const std::string& text :
         {std::string(), std::string("a"), std::string("\xff(\""), std::string(")))")}) {
      EXPECT_EQ(feature.values(letters(text), 0).size(), text.size()) << feature.name;
      EXPECT_EQ(feature.values(letters(text), -1).size(), text.size()) << feature.name;
    }
  EXPECT_THROW(text_feature("depht"), std::invalid_argument);
}

TEST(TextFeatures, OfATextWithoutThemNeverChange) {
  for (const char* name : {"depth", "quotes", "space", "word", "sentence", "capital", "digit", "punctuation"})
    EXPECT_FALSE(varies(feature_of(name, "abcab"))) << name;
}

TEST(Correlation, IsThatOfTheFormula) {
  EXPECT_NEAR(correlation(Numbers{1, 2, 3}, Numbers{2, 4, 6}), 1, 1e-12);
  EXPECT_NEAR(correlation(Numbers{1, 2, 3}, Numbers{3, 2, 1}), -1, 1e-12);
  EXPECT_NEAR(correlation(Numbers{1, 2, 3, 4}, Numbers{1, 3, 2, 4}), 0.8, 1e-12);
  EXPECT_TRUE(std::isnan(correlation(Numbers{1, 1, 1}, Numbers{1, 2, 3})));
}

TEST(Correlation, SortsUnits) {
  const Numbers feature{0, 1, 2};
  // Units over time: against it, constant, with it, roughly with it.
  const std::vector<Real> state{2, 5, 0, 0, 1, 5, 1, 2, 0, 5, 2, 3};
  const std::vector<FollowingUnit> order = units_following(state, 4, feature);
  std::vector<Index> units;
  for (const FollowingUnit& each : order) units.push_back(each.unit);
  EXPECT_EQ(units, (std::vector<Index>{2, 3, 0, 1}));
  EXPECT_NEAR(order[2].correlation, -1, 1e-12);
  EXPECT_TRUE(std::isnan(order[3].correlation));
}

TEST(RecurrentEigenvalues, OfARotationLieOnACircle) {
  const std::vector<Real> matrix{0, -2, 2, 0};
  const Eigenvalues found = eigenvalues_of(matrix, 2);
  EXPECT_NEAR(found.radius(), 2, 1e-9);
  EXPECT_EQ(found.outside(), 2);
  EXPECT_NEAR(found.values[0].imag(), 2, 1e-9) << "of a pair the upper one is first";
  EXPECT_NEAR(found.values[1].imag(), -2, 1e-9);
}

TEST(RecurrentEigenvalues, RefuseWhatHasNone) {
  EXPECT_THROW(eigenvalues_of(std::vector<Real>(5), 2), std::invalid_argument);
  EXPECT_THROW(eigenvalues_of(std::vector<Real>{1, NAN, 0, 1}, 2), std::invalid_argument);
  EXPECT_THROW(eigenvalues_of(std::vector<Real>(257 * 257), 257), std::invalid_argument);
}

TEST(RecurrentEigenvalues, MatricesAreThoseOfEveryCell) {
  const Experiment gru = make_experiment(find_preset("seq2seq"));
  const auto matrices = recurrent_matrices(gru.model->parameters(), gru.model->config());
  ASSERT_EQ(matrices.size(), 9u) << "two directions of the encoder and the decoder, three gates each";
  EXPECT_EQ(matrices[0].name, "encoder.layers.0.reset_gate.recurrent.weight");
  EXPECT_EQ(matrices[0].cell.name(), "encoder.layers.0");
  EXPECT_EQ(matrices[5].cell.name(), "encoder.layers.0.reverse");
  EXPECT_EQ(matrices[8].gate->makes.symbol, "n");
  EXPECT_EQ(matrices[8].units, 64);
  const Experiment blocks = make_experiment(find_preset("induction"));
  EXPECT_TRUE(recurrent_matrices(blocks.model->parameters(), blocks.model->config()).empty());
}

std::string pattern_name(const char* preset) {
  const SequencePattern* const pattern = pattern_of(find_preset(preset).model);
  return pattern ? std::string(pattern->name) : "none";
}

TEST(SequencePatterns, FollowFromTheFormat) {
  EXPECT_EQ(pattern_name("lstm"), "many-to-many (aligned)");
  EXPECT_EQ(pattern_name("brackets-lstm"), "many-to-many (aligned)");
  EXPECT_EQ(pattern_name("recall-rnn"), "many-to-one");
  EXPECT_EQ(pattern_name("seq2seq"), "many-to-many (encoder–decoder)");
  EXPECT_EQ(pattern_name("describe-rnn"), "one-to-many");
  EXPECT_EQ(pattern_name("word-vectors"), "none");
  EXPECT_EQ(pattern_name("digits"), "none") << "nothing has time";
}

TEST(SequencePatterns, AnyTimesFitOneAtMost) {
  constexpr OverTime kAll[] = {OverTime::None, OverTime::One, OverTime::Steps};
  const auto names = [](const FormatTime& time) {
    std::string all;
    for (const SequencePattern& pattern : sequence_patterns())
      if (pattern.fits(time)) all += std::string(pattern.name) + ";";
    return all;
  };
  for (const OverTime source : kAll)
    for (const OverTime input : kAll)
      for (const OverTime output : kAll)
        EXPECT_LE(std::ranges::count(names({source, input, output}), ';'), 1);
  EXPECT_EQ(names({OverTime::One, OverTime::Steps, OverTime::Steps}), "one-to-many;") << "a picture in words";
}

}  // namespace
}  // namespace attnlab
