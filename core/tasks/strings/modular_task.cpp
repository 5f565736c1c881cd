// ModularTask: "34 + 81 = 18", two numbers and one operation modulo p.
#include <algorithm>
#include <array>
#include <tuple>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {
namespace {

/// a^exponent mod p.
Index power_modulo(Index a, Index exponent, Index p) {
  Index power = 1;
  for (; exponent > 0; exponent /= 2, a = a * a % p)
    if (exponent % 2 == 1) power = power * a % p;
  return power;
}

Index add_modulo(Index a, Index b, Index p) { return (a + b) % p; }
Index subtract_modulo(Index a, Index b, Index p) { return (a - b + p) % p; }
Index multiply_modulo(Index a, Index b, Index p) { return a * b % p; }
/// For prime p, b^(p − 2) is the inverse of b (Fermat).
Index divide_modulo(Index a, Index b, Index p) { return a * power_modulo(b, p - 2, p) % p; }

/// One operation on the numbers 0 … p − 1.
struct ModularOperation {
  std::string_view name;   ///< as options write it
  std::string_view title;  ///< on screen
  std::string_view sign;   ///< its token
  Index (*apply)(Index a, Index b, Index p);
  bool inverts = false;  ///< b must have an inverse: it is not 0, and p is prime
};

constexpr auto kModularOperations = std::to_array<ModularOperation>({
    {.name = "add", .title = tr_mark("a + b"), .sign = "+", .apply = add_modulo},
    {.name = "subtract", .title = tr_mark("a − b"), .sign = "−", .apply = subtract_modulo},
    {.name = "multiply", .title = tr_mark("a × b"), .sign = "×", .apply = multiply_modulo},
    {.name = "divide", .title = tr_mark("a ÷ b"), .sign = "÷", .apply = divide_modulo, .inverts = true},
});

constexpr auto kOperationChoices = std::apply(
    [](const auto&... row) { return std::array{Choice(row.name, row.title)...}; }, kModularOperations);

constexpr TaskOption kModularOptions[] = {
    {"modulus", &TaskConfig::modulus, tr_mark("p, where the numbers are 0 to p − 1; prime for divide"), 2,
     997},
    {"operation", &TaskConfig::operation, tr_mark("operation on the two numbers"), 0, 0, kOperationChoices}};

const ModularOperation& operation_of(const TaskConfig& config) {
  return row_named(kModularOperations, "operation", config.operation);
}

bool is_prime(Index number) {
  for (Index divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return false;
  return number >= 2;
}

void check_modular(const TaskConfig& config) {
  require_of_task(!operation_of(config).inverts || is_prime(config.modulus), "modulus",
                  std::to_string(config.modulus),
                  "a prime number for task.operation " + config.operation +
                      ", because only then does every number except 0 have an inverse");
}

/// The numbers, the sign and "=".
Tokenizer equation_tokenizer(const TaskConfig& config) {
  std::vector<std::string> entries;
  for (Index number = 0; number < config.modulus; ++number) entries.push_back(std::to_string(number));
  entries.emplace_back(operation_of(config).sign);
  entries.emplace_back("=");
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Words, kFramingTokens);
}

/// All pairs of a finite table, of which a share is held out by their hash (Power et al. 2022, "Grokking").
class ModularTask final : public GeneratedTask {
 public:
  explicit ModularTask(const TaskConfig& config)
      : GeneratedTask(Format::Stream, config.validation_share, equation_tokenizer(config),
                      equation_tokenizer(config)),
        operation_(operation_of(config)),
        modulus_(config.modulus),
        zero_(source_tokenizer().first_entry()) {
    check_splits();
  }

  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return kQuestion + 1; }

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override {
    const Index a = random.below(modulus_);
    const Index least = operation_.inverts ? 1 : 0, b = least + random.below(modulus_ - least);
    const auto question = std::span(room.source).first(kQuestion);
    const TokenId sign = token(modulus_);
    std::ranges::copy(std::array{token(a), sign, token(b), sign + 1}, question.begin());
    room.target[0] = token(operation_.apply(a, b, modulus_));
    return {question, std::span(room.target).first(1)};
  }

 private:
  static constexpr std::size_t kQuestion = 4;  ///< tokens of "a + b ="

  TokenId token(Index number) const { return zero_ + static_cast<TokenId>(number); }

  const ModularOperation& operation_;
  Index modulus_;
  TokenId zero_;
};

}  // namespace

extern const TaskKind kModularTask = {.name = "modular",
                                      .title = tr_mark("modular arithmetic"),
                                      .options = kModularOptions,
                                      .check = check_modular,
                                      .make = make_as<ModularTask>};

}  // namespace attnlab
