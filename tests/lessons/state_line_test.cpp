// The line of a state: written, read, refused, and opened in a Lab.
#include "app/state/setup/state_line.h"

#include <cmath>

#include "core/tensor/arithmetic.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab::testing {
namespace {

const StateLine kLine{"0.9",
                      "AVX2",
                      "0123456789abcdef",
                      {{"run.of", {"translate", "seed=1"}},
                       {"text.target", {"le chat/ «é» 50%+1", "a\"b"}},
                       {"attention.mask", {"100/110/111"}}}};

std::string refusal_of(const std::string& text) {
  return error_text<std::invalid_argument>([&] { read_state_line(text); });
}

/// The line with other commands and a check that fits.
std::string line_of(std::vector<Command> commands) {
  StateLine line = kLine;
  line.commands = std::move(commands);
  return state_line_text(line);
}

TEST(StateLines, ComeBackAsTheyWere) {
  const std::string text = state_line_text(kLine);
  const StateLine read = read_state_line(text);
  EXPECT_EQ(read.version, kLine.version);
  EXPECT_EQ(read.processor, kLine.processor);
  EXPECT_EQ(read.weights, kLine.weights);
  EXPECT_EQ(read.commands, kLine.commands);
  EXPECT_EQ(
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._,=:@-/+%"),
      std::string::npos)
      << "no quotes are needed anywhere: " << text;
  EXPECT_TRUE(text.starts_with("attention-lab:state/1/0.9/AVX2/0123456789abcdef/")) << text;
  EXPECT_TRUE(
      text.ends_with("/run.of+translate+seed=1/text.target+%22le+chat%2F+%C2%AB%C3%A9%C2%BB+"
                     "50%25%2B1%22+%22a%5C%22b%22/attention.mask+100%2F110%2F111"))
      << text;
}

TEST(StateLines, MayBeBrokenByMail) {
  std::string text = state_line_text(kLine);
  text.insert(60, "\r\n  ");
  EXPECT_EQ(read_state_line(" " + text + "\n").commands, kLine.commands);
}

TEST(StateLines, EachDamageIsSeen) {
  const std::string text = state_line_text(kLine);
  for (std::size_t length = kStateLineStart.size() + 2; length < text.size(); ++length)
    expect_has(refusal_of(text.substr(0, length)), "this is not the line of a state: it is damaged");
  for (std::size_t at = kStateLineStart.size() + 2; at < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == 'x' ? 'y' : 'x';
    expect_has(refusal_of(other), "this is not the line of a state: it is damaged");
  }
  for (const char* tail : {"%", "%G1", "%1", "é", "\x01"}) expect_has(refusal_of(text + tail), "damaged");
}

TEST(StateLines, OtherTextsAreRefused) {
  expect_has(refusal_of(""), "must begin with attention-lab:state/");
  expect_has(refusal_of("https://example.org"), "must begin with attention-lab:state/");
  std::string later = state_line_text(kLine);
  later[kStateLineStart.size()] = '2';
  expect_has(refusal_of(later), "it has format 2, but this program reads format 1");
  expect_has(refusal_of(line_of({{"text.source", {std::string(kMostLetters, 'a')}}})),
             "characters, but may have at most");
  expect_has(refusal_of(line_of(std::vector<Command>(kMostCommands + 1, Command{"redo", {}}))),
             "more than 1000 commands");
}

TEST(StateLines, SayWhatIsAnother) {
  StateLine here = kLine;
  EXPECT_EQ(difference_of(kLine, here), "");
  here.processor = "AVX-512";
  EXPECT_EQ(difference_of(kLine, here), "") << "the same weights all the same";
  here.weights = "f";
  EXPECT_EQ(difference_of(kLine, here),
            "the model was retrained on another kind of processor (AVX2 there, AVX-512 here): numbers may "
            "differ in the last digits");
  here.processor = kLine.processor;
  expect_has(difference_of(kLine, here), "built differently");
  here.version = "1.0";
  expect_has(difference_of(kLine, here),
             "version 0.9 of the program, and this is version 1.0: the retrained model");
  here.weights = kLine.weights;
  EXPECT_EQ(difference_of(kLine, here),
            "the line comes from version 0.9 of the program, and this is version 1.0");
}

TEST(StateLines, ChecksumIsOfEachBit) {
  std::vector<Real> weights(100, Real(0.5));
  const std::string sum = checksum_of_weights(weights);
  EXPECT_EQ(sum.size(), 16u);
  weights[63] = std::nextafter(weights[63], Real(1));
  EXPECT_NE(checksum_of_weights(weights), sum);
}

struct OpenedState : LabTest {
  std::string line() const { return state_line_text(lab->sharing().line()); }
  std::string notice() const { return lab->view().notice; }
};

TEST_F(OpenedState, IsAsItWasToTheLastDigit) {
  open("translate");
  for (const char* said : {"train.to 3", "text.source the black cat", "view heads", "select.head 2"})
    say_and_settle(said);
  const std::string text = line();
  say_and_settle("run.of reverse seed=4");
  say_and_settle("view norms");
  say_and_settle("state.open " + text);
  EXPECT_EQ(notice(), "the state is the same as the shared one, to the last digit");
  EXPECT_FALSE(lab->view().notice_is_error);
  EXPECT_EQ(ask("preset"), "translate");
  EXPECT_EQ(ask("source"), "the black cat");
  EXPECT_EQ(ask("view"), "heads");
  EXPECT_EQ(ask("head"), "2");
  EXPECT_EQ(ask("trace.step"), "3");
  EXPECT_EQ(line(), text);
}

TEST_F(OpenedState, SaysThatTheProcessorIsAnother) {
  open("reverse");
  StateLine other = lab->sharing().line();
  other.processor = "abacus";
  other.weights = "0000000000000000";
  say_and_settle("state.open " + state_line_text(other));
  EXPECT_EQ(notice(), "the model was retrained on another kind of processor (abacus there, " +
                          instruction_set() + " here): numbers may differ in the last digits");
}

TEST_F(OpenedState, ARefusedLineChangesNothing) {
  open("reverse");
  say_and_settle("view norms");
  for (const char* forbidden :
       {"quit now", "model.save x", "open /etc/hosts", "window.save x.png", "theme dark", "state.open x",
        "record on", "hand.copy csv", "lesson.open tour"})
    expect_has(refusal("state.open " + line_of({{"view", {"heads"}}, parse_command(forbidden)})),
               "cannot open this state, which comes from version 0.9 of the program: a lesson may not use");
  expect_has(refusal("state.open " + line_of({{"view", {"heads"}}, {"view.upside", {}}})),
             "there is no command view.upside");
  expect_has(refusal("state.open abc"), "not the line of a state");
  settle();
  EXPECT_EQ(ask("view"), "norms");
  EXPECT_EQ(ask("runs"), "1");
}

TEST_F(OpenedState, ACommandThatFailsIsNamed) {
  open("reverse");
  say_and_settle("state.open " + line_of({{"run.of", {"reverse", "steps=2"}}, {"train.to", {"5"}}}));
  EXPECT_EQ(notice(), "the state is not the same as the shared one: the run reached step 2, not step 5");
  EXPECT_TRUE(lab->view().notice_is_error);
  say_and_settle("state.open " +
                 line_of({{"run.of", {"reverse"}}, {"select.layer", {"99"}}, {"view", {"map"}}}));
  expect_has(notice(), "the state is not the same as the shared one: select.layer 99: ");
  EXPECT_EQ(ask("runs"), "3") << "what was open stays open";
}

}  // namespace
}  // namespace attnlab::testing
