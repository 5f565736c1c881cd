// One-hot rows times the embedding table are the embeddings of the pass, in every kind of model.
#include "core/analysis/vectors/one_hot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/trace/tracer.h"
#include "tests/support/small_training.h"

namespace attnlab {
namespace {

using testing::SmallRun;

struct OneHotCase {
  const char *preset, *source, *target;
  Text side;
};
constexpr OneHotCase kCases[] = {
    {"characters", "", "the owl", Text::Target},
    {"subwords", "", "the owl", Text::Target},
    {"reverse", "abc", "cba", Text::Source},
    {"reverse", "abc", "cba", Text::Target},
    {"translate", "the red house", "la maison rouge", Text::Source},
    {"sentiment", "a good film", "", Text::Source},
    {"brackets-lstm", "(())", "", Text::Source},
    {"word-vectors", "cow", "horse", Text::Source},
};

TracePtr pass_of(const OneHotCase& c, std::initializer_list<const char*> edits = {}) {
  const SmallRun run(find_preset(c.preset), 1);
  TraceRequest request{.source = c.source, .target = c.target};
  for (const char* edit : edits) request.edits.push_back(parse_edit(edit));
  return Tracer(run.experiment.model, run.experiment.vocabularies)
      .trace(run.trainer.state().snapshot, request);
}

TEST(OneHot, TimesTheTableIsTheEmbedding) {
  for (const OneHotCase& c : kCases) {
    SCOPED_TRACE(c.preset);
    const TracePtr trace = pass_of(c);
    const EmbeddingTensors tensors = embedding_tensors(*trace, c.side);
    ASSERT_TRUE(tensors.table && tensors.embedding);
    for (Index row = 0; row < tensors.embedding->shape.last(1); ++row) {
      const auto made = one_hot_product(*trace, c.side, row);
      ASSERT_TRUE(made);
      EXPECT_EQ(made->largest_difference, 0) << "row " << row;
      EXPECT_EQ(std::accumulate(made->one_hot.begin(), made->one_hot.end(), 0.0f), made->id < 0 ? 0 : 1);
      EXPECT_EQ(static_cast<Index>(made->one_hot.size()), tensors.table->shape.last(1));
      EXPECT_TRUE(std::ranges::any_of(made->product, [](float x) { return x != 0; }) || made->id < 0);
    }
    EXPECT_FALSE(one_hot_product(*trace, c.side, tensors.embedding->shape.last(1)));
    EXPECT_FALSE(one_hot_product(*trace, c.side, -1));
  }
}

TEST(OneHot, HasTheFactorOfTheModel) {
  const TracePtr scaled = pass_of(kCases[4]);
  const auto made = one_hot_product(*scaled, Text::Source, 0);
  EXPECT_NEAR(made->factor, std::sqrt(static_cast<double>(made->table->shape.last())), 1e-6);
  EXPECT_EQ(one_hot_product(*pass_of(kCases[0]), Text::Target, 0)->factor, 1);
}

TEST(OneHot, OfAnUnknownTokenIsZero) {
  OneHotCase c = kCases[0];
  c.preset = "nanogpt-cpu";
  c.target = "a日b";
  const TracePtr trace = pass_of(c);
  const auto made = one_hot_product(*trace, Text::Target, 1);
  EXPECT_LT(made->id, 0);
  EXPECT_EQ(std::ranges::count(made->one_hot, 0.0f), std::ssize(made->one_hot));
  EXPECT_EQ(std::ranges::count(made->product, 0.0f), std::ssize(made->product));
  EXPECT_EQ(made->largest_difference, 0);
}

TEST(OneHot, IsOfTheEmbeddingBeforeAnEdit) {
  const TracePtr trace = pass_of(kCases[0], {"target.embedding[0,1,*]=9"});
  const auto made = one_hot_product(*trace, Text::Target, 1);
  EXPECT_TRUE(made->embedding->before_edits);
  EXPECT_EQ(made->largest_difference, 0);
}

TEST(OneHot, IsOfTheTokenThatAnEditPutThere) {
  const TracePtr trace = pass_of(kCases[0], {"token input[1]=z"});
  const auto made = one_hot_product(*trace, Text::Target, 1);
  EXPECT_EQ(made->id, trace->batch().input[1]);
  EXPECT_EQ(made->largest_difference, 0);
}

TEST(OneHot, ThereIsNoneOfATextThatAModelDoesNotRead) {
  EXPECT_FALSE(one_hot_product(*pass_of(kCases[0]), Text::Source, 0));
}

}  // namespace
}  // namespace attnlab
