// Watches a language model from within: how sharply its heads look in the very batches that it learns from,
// and where they look while it writes.
//
//   watch_training [STEPS]
#include <attnlab/attnlab.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <utility>

using namespace attnlab;

namespace {

/// The mean entropy of each head's attention over all sequences of a step. Windows of a text are all of one
/// length, so every query counts.
class HeadEntropies final : public Observer {
 public:
  std::string pattern() const override { return "*.self_attention.weights"; }

  /// Weights [B,H,Tq,Tk] of one layer, of some of the batch's sequences.
  void on_tensor(const NamedTensor& weights) override {
    const Index heads = weights.shape[1], queries = weights.shape[2], keys = weights.shape[3];
    for (Index i = 0; i < weights.shape[0] * heads; ++i) {
      const HeadMetrics head =
          measure_head(weights.value.data() + i * queries * keys, queries, keys, {}, true);
      Mean& mean = means_[{layer_number(weights.place), i % heads}];
      mean.sum += head.entropy;
      ++mean.count;
    }
  }

  void print_and_clear() {
    for (const auto& [head, mean] : means_)
      std::printf("  layer %lld head %lld %5.2f bits\n", static_cast<long long>(head.first),
                  static_cast<long long>(head.second), mean.sum / mean.count);
    means_.clear();
  }

 private:
  struct Mean {
    double sum = 0;
    int count = 0;
  };
  std::map<std::pair<Index, Index>, Mean> means_;
};

void learn(Trainer& trainer, Index steps) {
  HeadEntropies entropies;
  for (Index step = 1; step <= steps; ++step) {
    const bool shown = step % 25 == 0 || step == steps;
    if (shown) trainer.observe({&entropies});
    const StepMetrics metrics = trainer.step();
    trainer.observe({});  // steps that nobody observes cost nothing more
    if (!shown) continue;
    std::printf("step %lld, loss %.3f\n", static_cast<long long>(step), metrics.loss);
    entropies.print_and_clear();
  }
}

/// Writes on after `prompt`, and prints for each letter at which one every head of the last layer looks most.
void write(const Trainer& trainer, const Tokenizer& tokenizer, const std::string& prompt) {
  std::vector<TokenId> text = tokenizer.encode(prompt);
  std::vector<Index> looked_at;
  const Index last = trainer.model().config().layers - 1;
  Listener looks("*.self_attention.weights", [&](const NamedTensor& weights) {
    if (layer_number(weights.place) != last) return;
    const Index heads = weights.shape[1], positions = weights.shape[3];
    looked_at.clear();
    for (Index h = 0; h < heads; ++h) {
      const Real* query = weights.value.data() + ((h + 1) * positions - 1) * positions;
      looked_at.push_back(std::max_element(query, query + positions) - query);
    }
  });
  const auto print = [&](TokenId token) {
    std::printf("  '%s' after", tokenizer.entry(token).c_str());
    for (const Index at : looked_at)
      std::printf(" '%s'", tokenizer.entry(text[static_cast<std::size_t>(at)]).c_str());
    std::printf("\n");
    text.push_back(token);
    return true;
  };
  RandomStream random(1);
  generate(trainer.model(), trainer.weights(), tokenizer.encode(prompt), 12, tokenizer.eos(),
           {.temperature = 0}, random, print, {.observers = {&looks}});
}

}  // namespace

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 50;
  const Experiment experiment = make_experiment(find_preset("characters"));
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training);
  learn(trainer, steps);
  const std::string prompt = "the owl ";
  std::printf("each letter after \"%s\", and where the heads of the last layer look:\n", prompt.c_str());
  write(trainer, experiment.vocabularies->target, prompt);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "watch_training: %s\n", error.what());
  return 1;
}
