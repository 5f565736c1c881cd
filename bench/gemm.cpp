// Speed of gemm at the shapes of training, beside other libraries where they are installed, as a table: gemm
// [ROUNDS [ALL]]. The shapes are those that a step of each preset and reference model asks for.
#include "core/tensor/gemm.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/reference_models.h"
#include "core/tensor/arithmetic.h"
#include "core/tensor/eigen_maps.h"
#include "core/tensor/product_watch.h"
#include "core/tensor/tensor.h"
#include "core/tensor/thin_gemm.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

#ifdef ATTNLAB_BENCH_OPENBLAS
#include <cblas.h>
extern "C" char* openblas_get_corename();
#endif
#ifdef ATTNLAB_BENCH_ONEDNN
#include <oneapi/dnnl/dnnl.h>
#endif

namespace {

using namespace attnlab;
using namespace attnlab::bench;

/// The products of a step, and how often the step asks for each.
class Census final : public ProductWatch {
 public:
  void end(const ProductShape& shape) override { ++counts[shape]; }
  std::map<ProductShape, int> counts;
};

std::map<ProductShape, int> products_of_presets() {
  Census census;
  for (const Preset& preset : builtin_presets()) {
    if (!is_trainable(preset)) continue;
    const Experiment experiment = make_experiment(preset);
    Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
    trainer.step();
  }
  for (const Reference& reference : kReferences) {
    TrainingConfig training;
    training.batch = reference.batch;
    training.shards = 2;
    Trainer trainer(make_model(config_of(reference)), nullptr, training, 1);
    trainer.step(random_batch(reference));
  }
  return census.counts;
}

/// Operands for a product, with the strides that the step had.
struct Operands {
  explicit Operands(const ProductShape& p)
      : a(filled((p.a_transposed ? p.depth : p.rows) * p.a_stride)),
        b(filled((p.b_transposed ? p.columns : p.depth) * p.b_stride)),
        c(filled(p.rows * p.c_stride)) {}

  static AlignedBuffer filled(Index count) {
    AlignedBuffer cells(static_cast<std::size_t>(count));
    RandomStream random(static_cast<std::uint64_t>(count));
    for (Real& cell : cells) cell = static_cast<Real>(random.uniform() - 0.5);
    return cells;
  }
  std::size_t bytes() const { return (a.size() + b.size() + c.size()) * sizeof(Real); }
  AlignedBuffer a, b, c;
};

using Multiply = void (*)(const ProductShape&, Operands&);

void ours(const ProductShape& p, Operands& o) {
  if (p.thin) {
    thin_gemm(p.rows, p.columns, p.depth, o.a.data(), p.a_stride, o.b.data(), p.b_stride, o.c.data(),
              p.c_stride);
  } else {
    gemm(p.rows, p.columns, p.depth, {o.a.data(), p.a_stride, p.a_transposed},
         {o.b.data(), p.b_stride, p.b_transposed}, o.c.data(), p.c_stride, add_if(p.accumulate));
  }
}

void eigen(const ProductShape& p, Operands& o) {
  using Stride = Eigen::OuterStride<>;
  using Cells = Eigen::Map<const Matrix, 0, Stride>;
  const Cells a(o.a.data(), p.a_transposed ? p.depth : p.rows, p.a_transposed ? p.rows : p.depth,
                Stride(p.a_stride));
  const Cells b(o.b.data(), p.b_transposed ? p.columns : p.depth, p.b_transposed ? p.depth : p.columns,
                Stride(p.b_stride));
  Eigen::Map<Matrix, 0, Stride> c(o.c.data(), p.rows, p.columns, Stride(p.c_stride));
  const auto write = [&](const auto& product) {
    if (p.accumulate) {
      c.noalias() += product;
    } else {
      c.noalias() = product;
    }
  };
  if (p.a_transposed && p.b_transposed) {
    write(a.transpose() * b.transpose());
  } else if (p.a_transposed) {
    write(a.transpose() * b);
  } else if (p.b_transposed) {
    write(a * b.transpose());
  } else {
    write(a * b);
  }
}

#ifdef ATTNLAB_BENCH_OPENBLAS
void openblas(const ProductShape& p, Operands& o) {
  const auto size = [](Index value) { return static_cast<blasint>(value); };
  cblas_sgemm(CblasRowMajor, p.a_transposed ? CblasTrans : CblasNoTrans,
              p.b_transposed ? CblasTrans : CblasNoTrans, size(p.rows), size(p.columns), size(p.depth), 1,
              o.a.data(), size(p.a_stride), o.b.data(), size(p.b_stride), p.accumulate ? 1 : 0, o.c.data(),
              size(p.c_stride));
}
#endif
#ifdef ATTNLAB_BENCH_ONEDNN
void onednn(const ProductShape& p, Operands& o) {
  dnnl_sgemm(p.a_transposed ? 'T' : 'N', p.b_transposed ? 'T' : 'N', p.rows, p.columns, p.depth, 1,
             o.a.data(), p.a_stride, o.b.data(), p.b_stride, p.accumulate ? 1 : 0, o.c.data(), p.c_stride);
}
#endif

struct Library {
  const char* name;
  Multiply multiply;
};

constexpr Library kLibraries[] = {
    {"ours", ours},
    {"Eigen", eigen},
#ifdef ATTNLAB_BENCH_OPENBLAS
    {"OpenBLAS", openblas},
#endif
#ifdef ATTNLAB_BENCH_ONEDNN
    {"oneDNN", onednn},
#endif
};
constexpr std::size_t kCount = std::size(kLibraries);

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Row {
  ProductShape shape;
  int count;
  double speed[kCount] = {};  ///< GFLOP/s, the median of the rounds

  double best() const { return *std::max_element(speed, speed + kCount); }
  double share() const { return speed[0] / best(); }
};

/// Memory that a step goes through between two uses of an operand: none is left in the second-level cache.
constexpr Index kStepBytes = 12 << 20;

/// Libraries by turns in each round, each for about `slice` seconds, so that what slows one slows all.
Row measured(const ProductShape& shape, int count, int rounds, double slice) {
  Row row{shape, count};
  std::vector<Operands> sets(1, Operands(shape));
  while (sets.size() * sets[0].bytes() < kStepBytes && sets.size() < 1000) sets.push_back(sets[0]);
  const double guess = shape.operations() / 40e9 + 1e-7;
  const int calls = std::max(static_cast<int>(sets.size()), static_cast<int>(slice / guess));
  std::vector<double> times[kCount];
  for (int round = 0; round < rounds + 1; ++round) {
    for (std::size_t l = 0; l < kCount; ++l) {
      // Sums that grow into infinity or shrink below the normal numbers are not what training has.
      for (Operands& set : sets) std::fill(set.c.begin(), set.c.end(), Real(0));
      const double time = seconds([&] {
        for (int call = 0; call < calls; ++call)
          kLibraries[l].multiply(shape, sets[static_cast<std::size_t>(call) % sets.size()]);
      });
      if (round > 0) times[l].push_back(time / calls);
    }
  }
  for (std::size_t l = 0; l < kCount; ++l) {
    std::sort(times[l].begin(), times[l].end());
    row.speed[l] = shape.operations() / times[l][times[l].size() / 2] / 1e9;
  }
  return row;
}

void print_heading() {
  std::printf("%6s %6s %6s %-4s %6s", "rows", "cols", "depth", "", "calls");
  for (const Library& library : kLibraries) std::printf(" %9s", library.name);
  std::printf(" %7s\n", "share");
}

void print(const Row& row) {
  const ProductShape& p = row.shape;
  const char kind[] = {p.thin           ? 't'
                       : p.a_transposed ? 'T'
                                        : 'N',
                       p.b_transposed ? 'T' : 'N', p.accumulate ? '+' : '=', 0};
  std::printf("%6lld %6lld %6lld %-4s %6d", static_cast<long long>(p.rows), static_cast<long long>(p.columns),
              static_cast<long long>(p.depth), kind, row.count);
  for (double speed : row.speed) std::printf(" %9.1f", speed);
  std::printf(" %6.0f%%\n", 100 * row.share());
}

/// The geometric mean of shares over rows of at least `least` operations, the worst of them, and the share of
/// time.
void print_summary(const std::vector<Row>& rows, double least) {
  double logs = 0, own = 0, best = 0;
  int count = 0, below = 0;
  const Row* worst = nullptr;
  for (const Row& row : rows) {
    const double work = row.shape.operations();
    if (work < least) continue;
    ++count;
    below += row.share() < 0.8;
    logs += std::log(row.share());
    own += row.count * work / row.speed[0];
    best += row.count * work / row.best();
    if (!worst || row.share() < worst->share()) worst = &row;
  }
  if (!worst) return;
  std::printf(
      "\n%d products of at least %.0e operations: geometric mean %.1f %% of the best, worst %.0f %%, %d "
      "below "
      "80 %%; the time of all is %.1f %% of the best\n",
      count, least, 100 * std::exp(logs / count), 100 * worst->share(), below, 100 * best / own);
}

/// OpenBLAS's and oneDNN's names of our instruction set. OpenBLAS is given its kernels' name for AVX-512 too,
/// as it takes slower ones on processors that are younger than it.
struct Held {
  const char *openblas, *onednn;
};

Held held_to_our_instruction_set() {
  if (instruction_set() == "AVX-512") return {"SkylakeX", "DEFAULT"};
  if (instruction_set() == "AVX2") return {"Haswell", "AVX2"};
  return {"Nehalem", "SSE41"};
}

/// Other libraries read the environment when they are loaded: it holds them to one thread and to the
/// instruction set that this program was built for.
void hold_to_one_thread_and_our_instruction_set(char** argv) {
  if (std::getenv("ATTNLAB_BENCH_HELD")) return;
  for (const char* threads : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) setenv(threads, "1", 1);
  const Held held = held_to_our_instruction_set();
  setenv("OPENBLAS_CORETYPE", held.openblas, 1);
  setenv("DNNL_MAX_CPU_ISA", held.onednn, 1);
  setenv("ATTNLAB_BENCH_HELD", "1", 1);
  execv("/proc/self/exe", argv);
}

}  // namespace

int main(int argc, char** argv) {
  hold_to_one_thread_and_our_instruction_set(argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  std::printf("%s", instruction_set().c_str());
#ifdef ATTNLAB_BENCH_OPENBLAS
  openblas_set_num_threads(1);
  std::printf(", OpenBLAS for %s", openblas_get_corename());
#endif
  std::printf("; GFLOP/s on one core, medians of %d rounds; T: transposed, t: thin, +: adds\n\n", rounds);
  std::vector<Row> rows;
  print_heading();
  for (const auto& [shape, count] : products_of_presets()) {
    rows.push_back(measured(shape, count, rounds, 5e-4));
    print(rows.back());
  }
  for (double least : {0.0, 1e5, 1e6}) print_summary(rows, least);
}
