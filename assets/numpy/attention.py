# Attention, step by step.

def split_heads(x, heads):
    """Head h uses columns h·D ... (h+1)·D-1: [B,T,H·D] to [B,H,T,D]."""
    b, t, width = x.shape
    return x.reshape(b, t, heads, width // heads).transpose(0, 2, 1, 3)


def merge_heads(x):
    """Concatenates the heads: [B,H,T,D] to [B,T,H·D]."""
    b, h, t, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(b, t, h * d)


def share_heads(x, queries):
    """If there are fewer key and value heads than query heads, each is shared by several query heads."""
    return np.repeat(x, queries.shape[1] // x.shape[1], axis=1) if x.ndim == 4 else x


def llama3(size, base, original, low, high):
    """How much of each pair's angle is kept, from 1 for short waves to 0 for long waves: [R/2].

    It grows with the frequency. Grattafiori et al. 2024 (Llama 3.1).
    """
    wave = 2 * np.pi * base ** (np.arange(0, size, 2) / size)
    return np.clip((original / wave - low) / (high - low), 0, 1)


def yarn(size, base, original, low, high):
    """As for llama3, but the part grows from pair to pair: [R/2]. Peng et al. 2023, section 3.2."""
    pair_of = lambda times: size * np.log(original / (2 * np.pi * times)) / (2 * np.log(base))
    first = max(np.floor(pair_of(high)), 0)
    last = min(np.ceil(pair_of(low)), size - 1)
    return 1 - np.clip((np.arange(size // 2) - first) / max(last - first, 0.001), 0, 1)


def rotate(x, start=0, turned=None, base=10000.0, factor=1.0, scaling=None, original=None, low=1.0, high=4.0,
           gain=1.0):
    """Rotates columns 2i and 2i+1 of position pos by the angle pos/base^(2i/R): [B,H,T,D]. Su et al. 2021.

    Only the first R = turned columns, where that is given; else R = D. Angles are divided by the factor; with
    a scaling, the function llama3 or yarn, those of long waves alone.
    """
    positions, size = x.shape[-2:]
    size = size if turned is None else turned
    divisor = base ** (np.arange(0, size, 2) / size)
    slower = np.full(divisor.shape, factor)
    if scaling is not None:
        kept = scaling(size, base, original, low, high)
        slower = 1 / ((1 - kept) / factor + kept)
    angle = (start + np.arange(positions))[:, None] / (divisor * slower)
    cosine, sine = np.cos(angle) * gain, np.sin(angle) * gain
    even, odd = x[..., 0:size:2], x[..., 1:size:2]
    y = np.array(x)
    y[..., 0:size:2] = even * cosine - odd * sine
    y[..., 1:size:2] = even * sine + odd * cosine
    return y


def scores(query, key):
    """scores[q,k] = sum over d of query[q,d] · key[k,d]: [B,H,Tq,D] and [B,H,Tk,D] to [B,H,Tq,Tk]."""
    return query @ np.swapaxes(share_heads(key, query), -1, -2)


def distance_bias(slopes, queries, keys, start=0):
    """bias[h,q,k] = -slope[h] · |q - k|: [H,Tq,Tk]. Press et al. 2022."""
    q = start + np.arange(queries)[:, None]
    return -np.array(slopes)[:, None, None] * np.abs(q - np.arange(keys))


def distance_bucket(distance, buckets, largest):
    """Each short distance has its own bucket; longer ones share buckets of increasing width. Raffel et al. 2020."""
    exact = buckets // 2
    doublings = np.log2(np.maximum(distance, exact) / exact)
    shared = exact + ((buckets - exact) * doublings / np.log2(largest / exact)).astype(int)
    return np.where(distance < exact, distance, np.minimum(shared, buckets - 1))


def bucket_bias(table, queries, keys, both_sides, largest, start=0):
    """bias[h,q,k] = table[bucket of k - q, h]: [H,Tq,Tk]. With both_sides, half of the buckets are for keys after q."""
    distance = np.arange(keys) - (start + np.arange(queries)[:, None])
    side = len(table) // (2 if both_sides else 1)
    bucket = distance_bucket(np.abs(distance) if both_sides else np.maximum(-distance, 0), side, largest)
    return table[np.where(both_sides & (distance > 0), side, 0) + bucket].transpose(2, 0, 1)


def attention_mask(batch, queries, keys, causal=False, key_lengths=None, window=None, sinks=0, start=0):
    """The mask added to scores, [B,Tq,Tk]: 0 if query q can see key k, -infinity if it cannot."""
    q = start + np.arange(queries)[:, None]
    k = np.arange(keys)
    seen = np.ones((batch, queries, keys), dtype=bool)
    if causal:  # nothing that comes later
        seen &= k <= q
    if window is not None:  # nothing far away, but for the first keys
        seen &= (np.abs(q - k) < window) | (k < sinks)
    if key_lengths is not None:  # no padding
        seen &= k < np.array(key_lengths)[:, None, None]
    return np.where(seen, 0.0, -np.inf)


def mask(scores, hidden):
    """scores + mask, equal for all heads; -infinity where the mask is -infinity, whatever the score."""
    hidden = hidden[:, None] if scores.ndim == 4 else hidden
    return np.where(np.isneginf(hidden), -np.inf, scores + hidden)


def softmax(x, lengths=None):
    """y[j] = exp(x[j]) / sum over i of exp(x[i]) along the last axis; 0 where x is -infinity.

    With `lengths` only the first lengths[b] cells of row b count. The largest x is taken off first: that changes
    nothing but keeps exp from overflowing.
    """
    if lengths is not None:
        x = np.where(np.arange(x.shape[-1]) < np.array(lengths)[:, None], x, -np.inf)
    highest = x.max(axis=-1, keepdims=True)
    exponentials = np.exp(x - np.where(np.isneginf(highest), 0.0, highest))
    total = exponentials.sum(axis=-1, keepdims=True)
    return np.where(np.isneginf(x), 0.0, exponentials / np.where(total == 0.0, 1.0, total))


def context(weights, value):
    """context[q,d] = sum over k of weights[q,k] · value[k,d]; a key of weight 0 adds nothing, whatever its value."""
    value = share_heads(value, weights)
    if np.isfinite(value).all():
        return weights @ value
    return np.where(weights[..., None] == 0.0, 0.0, weights[..., None] * value[..., None, :, :]).sum(axis=-2)


def unit_length(x):
    """y = x / |x|, or 0 if x is 0."""
    length = np.sqrt((x**2).sum(axis=-1, keepdims=True))
    return x / np.where(length == 0.0, 1.0, length)


def additive_hidden(query, key):
    """hidden[q,k] = tanh(query[q] + key[k]): [B,Tq,A] and [B,Tk,A] to [B,Tq,Tk,A]. Bahdanau et al. 2015."""
    return np.tanh(query[:, :, None] + key[:, None])


def additive_sum(hidden, v):
    """scores[q,k] = sum over a of v[a] · hidden[q,k,a]."""
    return hidden @ v.reshape(-1)
