// Checks and uniform blocks of attention's kernels.
#include "core/gpu/attention_call.h"

#include <algorithm>
#include <vector>

#include "core/gpu/dropout_bits.h"
#include "core/gpu/mask_tables.h"

namespace attnlab::gpu {

namespace {

constexpr Index kFar = 1 << 24;  // positions up to here are exact as floats

void require(bool good, const std::string& what, Index value, const std::string& rule) {
  if (!good)
    throw std::invalid_argument("attention on the GPU: " + what + " is " + std::to_string(value) + ", but " +
                                rule);
}

/// Throws TooLarge above `most`.
void require_range(const std::string& what, Index value, Index least, Index most) {
  const std::string rule = "must be from " + std::to_string(least) + " to " + std::to_string(most);
  require(value >= least, what, value, rule);
  if (value > most)
    throw TooLarge("attention on the GPU: " + what + " is " + std::to_string(value) + ", but " + rule);
}

/// At most `most` at a time, in as few parts as that takes.
Index even_part(Index count, Index most) {
  return blocks_of(count, std::max<Index>(blocks_of(count, most), 1));
}

bool whole_vectors(const AttentionCall::Place& place) {
  return std::all_of(place.begin(), place.end(), [](std::int32_t x) { return x % 4 == 0; });
}

}  // namespace

void require_size(const std::string& what, Index size, Index needed) {
  require(size == needed, "the number of " + what, size, "must be " + std::to_string(needed));
}

void require_no_dropout(const Attention& how) {
  if (how.dropout != 0)
    throw std::invalid_argument("attention on the GPU, step by step: dropout is " +
                                std::to_string(how.dropout) + ", but only the tiled form supports dropout");
}

void check_sizes(const Attention& how) {
  require_range("the number of sequences", how.batch, 0, std::numeric_limits<std::int32_t>::max());
  require_range("the number of heads", how.heads, 1, 65535);
  require(how.key_value_heads > 0, "the number of key heads", how.key_value_heads, "must be positive");
  require(how.heads % how.key_value_heads == 0, "the remainder of heads divided by key heads",
          how.heads % how.key_value_heads, "must be 0");
  require_range("the number of queries", how.queries, 0, Attention::kLongest);
  require_range("the number of keys", how.keys, 0, Attention::kLongest);
  require_range("the head size", how.head_size, 1, Attention::kLargestHead);
  require_range("the number of queries in a block", how.block_queries, 1, Attention::kTile);
  require_range("the number of keys in a block", how.block_keys, 1, Attention::kTile);
  const auto lengths = count_of(how.mask.key_lengths);
  require(lengths == 0 || lengths == how.batch, "the number of key lengths", lengths,
          "must be the number of sequences, " + std::to_string(how.batch));
  require_range("the position of the first query", how.mask.start, 0, kFar);
  const auto slopes = count_of(how.slopes);
  require(slopes == 0 || slopes == how.heads, "the number of slopes", slopes,
          "must be the number of heads, " + std::to_string(how.heads));
  if (how.painted.cells && how.batch > 0) {
    const Index cells =
        (how.batch - 1) * how.painted.batch + (how.heads - 1) * how.painted.head + how.queries * how.keys;
    require(cells <= how.painted.cells.size(), "the number of cells in the mask", how.painted.cells.size(),
            "must be at least " + std::to_string(cells));
  }
  if (!(how.dropout >= 0 && how.dropout < 1))
    throw std::invalid_argument("attention on the GPU: dropout is " + std::to_string(how.dropout) +
                                ", but must be at least 0 and less than 1");
  if (how.rotary.empty()) return;
  require(how.head_size % 2 == 0, "the head size", how.head_size, "must be even for rotary positions");
  const Index positions = count_of(how.rotary) / how.head_size;
  const Index needed = std::max(how.query_position + how.queries, how.key_position + how.keys);
  require(positions >= needed && how.query_position >= 0 && how.key_position >= 0,
          "the number of positions in the rotary table", positions,
          "must be at least " + std::to_string(needed));
}

AttentionCall call_of(const Attention& how) {
  AttentionCall call;
  call.heads = narrow(how.heads);
  call.shared_heads = narrow(how.shared_heads());
  call.queries = narrow(how.queries);
  call.keys = narrow(how.keys);
  call.size = narrow(how.head_size);
  call.start = narrow(how.mask.start);
  call.block_queries = narrow(how.block_queries);
  call.block_keys = narrow(how.block_keys);
  call.scale = how.scale();
  if (how.painted.cells)
    call.painted = {narrow(how.painted.batch), narrow(how.painted.head), narrow(how.keys), 1};
  if (how.dropout > 0) {
    call.dropout_scale = dropout_scale(how.dropout);
    call.dropout_key = how.dropout_key;
    call.dropout_end = dropout_end(how.dropout);
  }
  return call;
}

AttentionCall::Place place_of(const Attention& how, const Operand& operand, Index heads, Index rows) {
  if (how.batch > 0 && rows > 0) {
    const Index end = operand.offset + (how.batch - 1) * operand.batch + (heads - 1) * operand.head +
                      (rows - 1) * operand.row + how.head_size;
    require(operand.offset >= 0 && end <= operand.buffer.size(), "the number of floats in an operand",
            operand.buffer.size(), "must be at least " + std::to_string(end));
    require_range("the place of an operand's last number", end, 1, std::numeric_limits<std::int32_t>::max());
  }
  return place_of(operand);
}

AttentionCall call_of(const Attention& how, const Operand& query, const Operand& key, const Operand& value) {
  AttentionCall call = call_of(how);
  call.query = place_of(how, query, how.heads, how.queries);
  call.key = place_of(how, key, how.key_value_heads, how.keys);
  call.value = place_of(how, value, how.key_value_heads, how.keys);
  return call;
}

void check_operands(const Attention& how, const Operand& query, const Operand& key, const Operand& value) {
  check_sizes(how);
  call_of(how, query, key, value);
}

Buffer upload_tables(Device& device, const Attention& how, const MaskTables& mask, AttentionCall& call,
                     Index room) {
  std::vector<float> tables;
  const auto append = [&](std::span<const float> numbers) {
    const Index place = room + count_of(tables);
    tables.insert(tables.end(), numbers.begin(), numbers.end());
    return numbers.empty() ? -1 : narrow(place);
  };
  call.ranges = {append(mask.queries), narrow(mask.query_stride), append(mask.blocks),
                 narrow(mask.block_stride)};
  call.first_slope = append(how.slopes);
  const Buffer made = device.buffer(room + count_of(tables));
  device.write(made, tables, room);
  return made;
}

Buffer upload_tables(Device& device, const Attention& how, AttentionCall& call, Index block, Index room) {
  return upload_tables(device, how, mask_tables(how, block), call, room);
}

double tile_operations(const Attention& how) {
  // e^{…}, and random bits, take as long as that many numbers of D.
  constexpr Index kSoftmax = 32, kDropout = 64;
  return double(2 * kTile * kTile * (how.head_size + kSoftmax + (how.dropout > 0 ? kDropout : 0)));
}

PlaneGroups PlaneGroups::portion(const Limits& limits) const {
  const double fitting = limits.operations / std::max(operations, 1.0);
  const auto most = static_cast<Index>(std::clamp(fitting, 1.0, 1e15));
  PlaneGroups part = *this;
  part.groups = even_part(groups, std::min(most, limits.groups));
  part.planes =
      part.groups < groups
          ? 1
          : even_part(planes, std::clamp<Index>(most / std::max<Index>(groups, 1), 1, limits.groups));
  return part;
}

ShaderDefines::value_type width_for(const AttentionCall& call) {
  return {"WIDTH", call.size <= 32 ? "32" : call.size <= 64 ? "64" : "128"};
}

ShaderDefines defines_for(const AttentionCall& call) {
  ShaderDefines defines = {width_for(call)};
  const AttentionCall::Place* const operands[] = {
      &call.query,          &call.key,          &call.value,         &call.context, &call.context_gradient,
      &call.query_gradient, &call.key_gradient, &call.value_gradient};
  if (call.size % 4 == 0 && std::all_of(std::begin(operands), std::end(operands),
                                        [](const auto* operand) { return whole_vectors(*operand); }))
    defines.push_back({"WHOLE_VECTORS", "1"});
  if (call.dropout_scale != 0) defines.push_back({"DROPOUT", "1"});
  return defines;
}

}  // namespace attnlab::gpu
