// Drafts: options changed and restored, invalid drafts, the commands.
#include "app/state/draft.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/architecture/choice.h"
#include "app/state/commands/dispatcher.h"
#include "tests/app/recorded_actions.h"

namespace attnlab {
namespace {

/// The next value of a numeric option by its name.
Index next_number(ModelConfig config, std::string_view option, bool up) {
  const Fields fields = draft_fields(config);
  return next_value(config, *std::ranges::find(fields, option, &Field::name), up);
}

TEST(Draft, KeepsEachOptionOnceAndDropsTheModelsOwn) {
  const ModelConfig open;
  std::vector<std::string> changes;
  change_draft(changes, open, "norm", "post");
  change_draft(changes, open, "heads", "8");
  change_draft(changes, open, "heads", "2");
  EXPECT_EQ(changes, (std::vector<std::string>{"norm=post", "heads=2"}));
  const Draft draft = draft_of(open, changes);
  EXPECT_EQ(draft.config.norm, "post");
  EXPECT_EQ(draft.config.heads, 2);
  EXPECT_EQ(draft.error, "");
  change_draft(changes, open, "norm", "pre");
  EXPECT_EQ(changes, (std::vector<std::string>{"heads=2"}));
}

TEST(Draft, NamesTheOptionThatMakesNoModel) {
  const ModelConfig open;
  std::vector<std::string> changes;
  change_draft(changes, open, "heads", "3");
  const Draft draft = draft_of(open, changes);
  EXPECT_EQ(draft.field, "heads");
  EXPECT_NE(draft.error.find("divisor of model.width"), std::string::npos) << draft.error;
}

/// relu and experts are of a feed-forward network; without one the model is made all the same.
TEST(Draft, WithoutFeedForwardItsOptionsGoBackToTheUsual) {
  ModelConfig open;
  open.activation = "relu";
  open.experts = 4;
  std::vector<std::string> changes;
  change_draft(changes, open, "feed_forward", "0");
  EXPECT_EQ(changes, (std::vector<std::string>{"feed_forward=0", "activation=gelu", "experts=0"}));
  EXPECT_EQ(draft_of(open, changes).error, "");
  EXPECT_THROW(change_draft(changes, open, "experts", "2"), std::invalid_argument);
  change_draft(changes, open, "feed_forward", "8");
  change_draft(changes, open, "experts", "2");
  change_draft(changes, open, "activation", "relu");
  EXPECT_EQ(changes, (std::vector<std::string>{"feed_forward=8", "experts=2"}));
}

TEST(Draft, WithoutNormsTheirKindGoesBackToTheUsual) {
  ModelConfig open;
  open.norm_kind = "rms";
  std::vector<std::string> changes;
  change_draft(changes, open, "norm", "none");
  EXPECT_EQ(changes, (std::vector<std::string>{"norm=none", "norm_kind=layer"}));
  EXPECT_EQ(draft_of(open, changes).error, "");
  EXPECT_THROW(change_draft(changes, open, "norm_kind", "rms"), std::invalid_argument);
}

TEST(Draft, AModelOfAttentionAloneGetsANetwork) {
  ModelConfig open;
  open.feed_forward = 0;
  std::vector<std::string> changes;
  EXPECT_EQ(next_number(open, "feed_forward", true), 2);
  EXPECT_EQ(next_number(open, "feed_forward", false), 0);
  change_draft(changes, open, "feed_forward", "2");
  change_draft(changes, open, "activation", "swiglu");
  change_draft(changes, open, "activation", "gelu");
  EXPECT_EQ(changes, std::vector<std::string>{"feed_forward=2"});
  EXPECT_EQ(next_number(draft_of(open, changes).config, "feed_forward", false), 0);
}

TEST(Draft, RefusesWhatIsNoOptionOrNotTheModelsToDecide) {
  const ModelConfig open;
  std::vector<std::string> changes;
  for (const char* option : {"head", "target_vocabulary", "architecture", "cell"})
    EXPECT_THROW(change_draft(changes, open, option, "1"), std::invalid_argument) << option;
  EXPECT_THROW(change_draft(changes, open, "norm", "middle"), std::invalid_argument);
  EXPECT_TRUE(changes.empty());
}

TEST(Draft, StepsToSensibleNumbers) {
  ModelConfig c;
  c.width = 96;
  c.heads = 4;
  EXPECT_EQ(next_number(c, "heads", true), 6);
  EXPECT_EQ(next_number(c, "heads", false), 3);
  EXPECT_EQ(next_number(c, "key_value_heads", false), 2);
  EXPECT_EQ(next_number(c, "key_value_heads", true), 0) << "as many as heads already";
  c.key_value_heads = 2;
  EXPECT_EQ(next_number(c, "key_value_heads", true), 0) << "back to as many as heads";
  EXPECT_EQ(next_number(c, "width", true), 192);
  EXPECT_EQ(next_number(c, "layers", true), 3);
  EXPECT_EQ(next_number(c, "window", true), 2);
  EXPECT_EQ(next_number(c, "window", false), 0);
  c.layers = 1;
  EXPECT_EQ(next_number(c, "layers", false), 1);
  EXPECT_EQ(next_number(c, "head_width", true), 48) << "0 stands for 24";
  c.head_width = 48;
  EXPECT_EQ(next_number(c, "head_width", false), 0);
}

TEST(Draft, StepsAwayFromAsManyLayersAsTheEncoder) {
  ModelConfig c;
  c.architecture = "encoder_decoder";
  c.source_vocabulary = c.target_vocabulary = 8;
  c.layers = 3;
  EXPECT_EQ(next_number(c, "decoder_layers", false), 2);
  EXPECT_EQ(next_number(c, "decoder_layers", true), 4);
  c.decoder_layers = 2;
  EXPECT_EQ(next_number(c, "decoder_layers", true), 0) << "as many as the encoder";
  c.layers = 1;
  c.decoder_layers = 0;
  EXPECT_EQ(next_number(c, "decoder_layers", false), 0) << "there is no stack without layers";
}

TEST(Draft, TitleHasEachChangeOnce) {
  EXPECT_EQ(changed_title("translate", {"norm=pre"}), "translate · norm=pre");
  EXPECT_EQ(changed_title("translate · norm=pre heads=2", {"norm=none", "width=32"}),
            "translate · heads=2 norm=none width=32");
}

struct Program {
  RecordedActions recorder;
  Dispatcher dispatcher{recorder.all()};
  ModelConfig config;
  Limits limits() const {
    Limits l;
    l.config = &config;
    return l;
  }
  void say(const char* line) { dispatcher.apply(parse_command(line), limits()); }
};

TEST(MapCommands, ADraftIsUndoneAndRetrained) {
  Program p;
  EXPECT_THROW(p.say("model.retrain"), std::invalid_argument);
  p.say("model.set norm post");
  p.say("model.set heads 2");
  p.say("undo");
  EXPECT_EQ(p.dispatcher.state().draft, std::vector<std::string>{"norm=post"});
  p.say("model.retrain");
  EXPECT_EQ(p.recorder.calls, std::vector<std::string>{"retrain norm=post"});
  p.say("model.discard");
  EXPECT_TRUE(p.dispatcher.state().draft.empty());
  p.say("model.set heads 3");
  EXPECT_THROW(p.say("model.retrain"), std::invalid_argument);
  EXPECT_EQ(p.recorder.calls.size(), 1u);
}

TEST(MapCommands, ZoomAndPanStayOnTheMapAndAreNotUndone) {
  Program p;
  p.say("map.zoom 400");
  p.say("map.pan -0.5 0.25");
  EXPECT_NEAR(p.dispatcher.state().choices.of<MapChoice>().x, 0.375, 1e-9);
  EXPECT_NEAR(p.dispatcher.state().choices.of<MapChoice>().y, 0.5625, 1e-9);
  p.say("map.pan -9 9");
  EXPECT_NEAR(p.dispatcher.state().choices.of<MapChoice>().x, 0.125, 1e-9);
  EXPECT_NEAR(p.dispatcher.state().choices.of<MapChoice>().y, 0.875, 1e-9);
  EXPECT_FALSE(p.dispatcher.can_undo());
  p.say("map.zoom in");
  EXPECT_NEAR(p.dispatcher.state().choices.of<MapChoice>().zoom, 500, 1e-9);
  p.say("map.fit");
  EXPECT_EQ(p.dispatcher.state().choices.of<MapChoice>(), MapChoice{});
  EXPECT_THROW(p.say("map.zoom 50"), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab
