// Every combination of the Transformers' switches: fused operations and recorded steps agree, and the names
// of the steps are frozen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "core/layers/norm_placement.h"
#include "tests/support/switches.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/declared.h"

namespace attnlab::testing {
namespace {

constexpr double kLossAgreement = 1e-6;
/// Rounding in float adds up differently in some of 20,000 models; in double they agree to 1e-12 (gradients).
constexpr double kGradientAgreement = 2e-6;
/// Without norms the stream grows, and each layer amplifies earlier rounding.
double gradient_agreement(const ModelConfig& config) {
  return kGradientAgreement * (norm_placement(config.norm).has_norms() ? 1 : 4);
}
constexpr const char* kUpdate = "ATTNLAB_UPDATE_GOLDEN";

struct NamedPass {
  double loss = 0;
  std::vector<Real> gradient;
  std::vector<std::string> names;  ///< "name [shape]" of each recorded tensor, then of each parameter
};

NamedPass run(const Model& model, Mode mode) {
  const Batch batch = switch_batch(model.config());
  const std::vector<Real> weights = random_values(model.parameters().size(), 21, 0.4);
  NamedPass pass;
  pass.gradient.resize(weights.size());
  Tape tape(mode);
  tape.bind(model.parameters(), weights.data(), pass.gradient.data());
  const Variable loss = model.loss(tape, batch, 0.1, batch.counted_targets());
  pass.loss = static_cast<double>(*loss.data());
  tape.backward(loss);
  if (tape.recording()) {
    for (const Named& named : tape.recorded().names()) {
      pass.names.push_back(named.name + " " + named.node->shape.text());
      expect_declared(named.name, *named.site, named.place, named.node->shape);
    }
  }
  for (const Parameter& p : model.parameters().all()) {
    pass.names.push_back(p.name + " " + p.shape.text());
    expect_declared(p.name, *p.site, p.place, p.shape);
  }
  return pass;
}

/// ‖a − b‖ / ‖b‖.
double relative_distance(const std::vector<Real>& a, const std::vector<Real>& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(difference / size);
}

/// FNV-1a: equal on every machine.
std::uint64_t hash(std::uint64_t value, const std::string& text) {
  for (char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return value;
}

/// The hash of all names of the combinations of one architecture, whose passes are compared on the way.
std::uint64_t compare(const std::string& architecture, Combinations which) {
  std::uint64_t value = 14695981039346656037ull;
  int faults = 0, models = 0;
  each_combination(architecture, which, [&](const ModelConfig& config, const std::string& text) {
    value = hash(value, text);
    if (faults > 5 || !refusal(config).empty()) return;
    const auto model = make_model(config);
    const NamedPass fused = run(*model, Mode::Train), steps = run(*model, Mode::Record);
    const bool agree = std::abs(fused.loss - steps.loss) <= kLossAgreement * steps.loss &&
                       relative_distance(fused.gradient, steps.gradient) <= gradient_agreement(config);
    EXPECT_TRUE(agree) << text << ": losses " << fused.loss << " and " << steps.loss
                       << ", gradients apart by " << relative_distance(fused.gradient, steps.gradient);
    faults += agree ? 0 : 1;
    ++models;
    for (const std::string& name : steps.names) value = hash(value, name + "\n");
  });
  EXPECT_GT(models, which == Combinations::All ? 1000 : 200);
  return value;
}

/// Lines of `a` that `b` lacks, each after `sign`.
std::string missing(const std::vector<std::string>& a, const std::vector<std::string>& b, char sign) {
  std::string lines;
  for (const std::string& name : a)
    if (std::ranges::find(b, name) == b.end()) lines += std::string("  ") + sign + " " + name + "\n";
  return lines;
}

/// What one value of one switch changes in the names of the base, or why it is refused.
std::string change_text(const std::string& architecture, const Switch& option, const std::string& chosen) {
  ModelConfig config = switch_base(architecture);
  set_switch(config, "tied_output", refusal(config).empty() ? "true" : "false");
  const std::vector<std::string> before = run(*make_model(config), Mode::Record).names;
  set_switch(config, option.name, chosen);
  std::string text = architecture + " " + option.name + "=" + chosen + "\n";
  if (const std::string reason = refusal(config); !reason.empty()) return text + "  " + reason + "\n";
  const std::vector<std::string> after = run(*make_model(config), Mode::Record).names;
  return text + missing(before, after, '-') + missing(after, before, '+');
}

std::string changes_text() {
  std::string text;
  for (const std::string& architecture : transformer_architectures()) {
    for (const Switch& option : transformer_switches()) {
      for (std::size_t i = 1; i < option.values.size(); ++i)
        text += change_text(architecture, option, option.values[i]);
    }
  }
  return text;
}

void expect_frozen_file(const std::string& file, const std::string& found) {
  const auto path = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests" / "golden" / file;
  if (std::getenv(kUpdate)) write_bytes(path, found);
  EXPECT_EQ(found, read_bytes(path)) << "If the names were meant to change, set " << kUpdate
                                     << "=1, run this test again and review the difference in " << path;
}

TEST(SwitchNames, AreAsInTheFile) { expect_frozen_file("names_switches.txt", changes_text()); }

/// Pairs "norm=pre bias=true" of values of two switches in valid combinations.
std::set<std::string> pairs_in(const std::string& architecture, Combinations which) {
  std::set<std::string> pairs;
  each_combination(architecture, which, [&](const ModelConfig& config, const std::string& text) {
    if (!refusal(config).empty()) return;
    std::istringstream words(text);
    const std::vector<std::string> values{std::istream_iterator<std::string>(words), {}};
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.insert(values[j] + " " + values[i]);
  });
  return pairs;
}

class SomeCombinations : public ::testing::TestWithParam<std::string> {};

TEST_P(SomeCombinations, HaveEveryTwoValuesBesideEachOther) {
  EXPECT_EQ(pairs_in(GetParam(), Combinations::Some), pairs_in(GetParam(), Combinations::All));
}

class MatrixTrace : public ::testing::TestWithParam<std::string> {};

TEST_P(MatrixTrace, FusedAndStepsAgreeAndNamesAreFrozen) {
  const std::uint64_t found = compare(GetParam(), Combinations::Some);
  expect_frozen_file("names_matrix_" + GetParam() + ".txt", std::to_string(found) + "\n");
}

class WholeMatrixTrace : public ::testing::TestWithParam<std::string> {};

TEST_P(WholeMatrixTrace, FusedAndStepsAgree) { compare(GetParam(), Combinations::All); }

INSTANTIATE_TEST_SUITE_P(All, MatrixTrace, ::testing::ValuesIn(transformer_architectures()),
                         [](const auto& given) { return given.param; });
INSTANTIATE_TEST_SUITE_P(Every, SomeCombinations, ::testing::ValuesIn(transformer_architectures()),
                         [](const auto& given) { return given.param; });
INSTANTIATE_TEST_SUITE_P(Every, WholeMatrixTrace, ::testing::ValuesIn(transformer_architectures()),
                         [](const auto& given) { return given.param; });

}  // namespace
}  // namespace attnlab::testing
